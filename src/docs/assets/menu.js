// The menu works without this file, which highlights the section that is being read.
// The scripts of a page share their names: the block keeps these apart.
{
  // The part of the window's height above which a heading must be for its section to be read.
  const READING_LINE = 0.3;
  const links = [...document.querySelectorAll('.menu a[href^="#"]')];
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)));

  addEventListener('scroll', markSection, { passive: true });
  addEventListener('resize', markSection, { passive: true });
  markSection();

  function markSection() {
    const line = innerHeight * READING_LINE;
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 1;
    const isRead = (heading) => isAtEnd || heading.getBoundingClientRect().top <= line;
    const current = links[headings.findLastIndex(isRead)];
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  }
}
