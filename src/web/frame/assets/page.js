// Everything works without this file; it adds copying to the clipboard.
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

// A page that is left and come back to shows no key or secret.
addEventListener('pagehide', () => document.querySelector('.fresh')?.remove());
