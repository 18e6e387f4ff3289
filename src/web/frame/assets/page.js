// Everything works without this file; it adds copying to the clipboard, and sends each form once.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  if (source === null || navigator.clipboard === undefined) continue;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = label;
    }, 2_000);
  });
}

// A second click while the answer to the first is on its way would replace that answer, which alone
// signs in or shows a key. After this time somebody may have stopped the page, so it is sent again.
// Another button of the form asks for something else, so it is sent at once.
const MAX_WAIT_MS = 10_000;
let sent = null;
addEventListener('submit', (event) => {
  const { target: form, submitter, timeStamp: atMs } = event;
  if (event.defaultPrevented || form.method !== 'post') return;
  const isRepeated = sent?.form === form && sent.submitter === submitter;
  if (isRepeated && atMs - sent.atMs < MAX_WAIT_MS) event.preventDefault();
  else sent = { form, submitter, atMs };
});

// A page that is left and come back to shows no key or secret, and sends its forms again.
addEventListener('pagehide', () => {
  document.querySelector('.fresh')?.remove();
  sent = null;
});
