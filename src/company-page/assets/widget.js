// Shows a company of the State Register: <registru-company idno="1002600012345"></registru-company>.
// Its attributes lang (ro, ru, en) and theme (auto, light, dark) may be left out.
{
  const CARDS = '{base_url}/api/widget/company';

  class RegistruCompany extends HTMLElement {
    static observedAttributes = ['idno', 'lang', 'theme'];
    #frame = null;

    connectedCallback() {
      this.#frame ??= createFrame();
      this.#frame.src = this.#toAddress();
      this.#frame.title = `Registru: ${this.#idno}`;
      this.style.display ||= 'block';
      this.replaceChildren(this.#frame);
    }

    attributeChangedCallback() {
      // Before it is in the page, attributes come one by one.
      if (this.#frame !== null && this.isConnected) this.connectedCallback();
    }

    get #idno() {
      return this.getAttribute('idno')?.trim() ?? '';
    }

    #toAddress() {
      const query = new URLSearchParams();
      const lang = this.closest('[lang]')?.lang;
      const theme = this.getAttribute('theme');
      if (lang) query.set('lang', lang.split('-', 1)[0].toLowerCase());
      if (theme) query.set('theme', theme);
      // Without an IDNO the card says what is wrong.
      return `${CARDS}/${encodeURIComponent(this.#idno) || '-'}/card?${query}`;
    }
  }

  function createFrame() {
    const frame = document.createElement('iframe');
    frame.width = '100%';
    frame.height = '{height}';
    frame.loading = 'lazy';
    frame.sandbox = 'allow-popups allow-popups-to-escape-sandbox';
    // A style sheet of the page decides where its rule is `!important`.
    Object.assign(frame.style, { display: 'block', maxWidth: '{width}px', border: '0' });
    return frame;
  }

  if (!customElements.get('registru-company')) {
    customElements.define('registru-company', RegistruCompany);
  }
}
