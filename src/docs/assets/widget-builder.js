// Without this file the page has the HTML for one company; it adds the choice of another.
// The scripts of a page share their names: the block keeps these apart.
{
  const form = document.getElementById('widget-form');
  const snippet = document.getElementById('widget-snippet');
  const card = document.querySelector('registru-company');

  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  // A browser that comes back to the page keeps what was chosen.
  show();

  function show() {
    if (!form.checkValidity()) return;
    const chosen = [...new FormData(form)].filter(([, value]) => value !== '');
    const attributes = chosen.map(([name, value]) => ` ${name}="${value}"`).join('');
    const previous = card.getAttribute('idno');
    for (const { name } of form.elements) card.removeAttribute(name);
    for (const [name, value] of chosen) card.setAttribute(name, value);
    snippet.textContent = snippet.textContent
      .replace(/<registru-company[^>]*>/, `<registru-company${attributes}>`)
      .replaceAll(previous, card.getAttribute('idno'));
  }
}
