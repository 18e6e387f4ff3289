// The menu and the list of contents work without this file, which marks the section that is being
// read and folds the list.
// The scripts of a page share their names: the block keeps these apart.
{
  // The part of the window's height above which a heading must be for its section to be read.
  const READING_LINE = 0.3;
  const inMenu = [...document.querySelectorAll('.menu a[href^="#"]')];
  const headings = inMenu.map((link) => document.getElementById(link.hash.slice(1)));
  const contents = document.querySelector('.contents');
  const links = [...inMenu, ...document.querySelectorAll('.contents a')];
  const reading = document.querySelector('.reading');

  contents?.classList.add('follows');
  contents?.addEventListener('click', ({ target }) => {
    if (target.closest('a') !== null) contents.open = false;
  });
  addEventListener('scroll', markSection, { passive: true });
  addEventListener('resize', markSection, { passive: true });
  markSection();

  function markSection() {
    const line = innerHeight * READING_LINE;
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 1;
    const isRead = (heading) => isAtEnd || heading.getBoundingClientRect().top <= line;
    const current = inMenu[headings.findLastIndex(isRead)];
    for (const link of links) {
      if (link.hash === current?.hash) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
    if (reading !== null) reading.textContent = current ? `: ${current.textContent}` : '';
  }
}
