// The search works without this file; it adds results while one types, and Ctrl+K or / to begin.
// The scripts of a page share their names: the block keeps these apart.
{
  const WAIT_MS = 200;
  const form = document.getElementById('finder');
  const field = form.elements.q;
  const panel = document.getElementById('finder-results');
  let timer;
  let running = new AbortController();

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(showResults, WAIT_MS);
  });

  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select') !== null;
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    const isSlash = event.key === '/' && !isModified && !isTyping;
    if (isSlash || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === 'Escape' && form.contains(event.target)) {
      panel.replaceChildren();
      field.focus();
    }
  });

  // A link of the panel may lead to this very page.
  panel.addEventListener('click', (event) => {
    if (event.target.closest('a') !== null) panel.replaceChildren();
  });

  async function showResults() {
    running.abort();
    running = new AbortController();
    if (field.value.trim() === '') {
      panel.replaceChildren();
      return;
    }
    try {
      const query = new URLSearchParams(new FormData(form));
      const response = await fetch(`${form.action}?${query}`, { signal: running.signal });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const found = document.importNode(page.getElementById('found'), true);
      // The page of results has an element of this id already.
      found.removeAttribute('id');
      panel.replaceChildren(found);
    } catch {
      // Aborted by more typing, or no connection: the form itself can still be sent.
    }
  }
}
