import { expect, it } from 'vitest';
import { asksForPage } from '../../src/web/request.ts';

it.each<[boolean, string, string | undefined]>([
  [true, 'a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'],
  [true, 'an old browser', 'text/html, application/xhtml+xml, */*'],
  [true, 'pages alone', 'text/html'],
  [true, 'pages in capitals, with parameters', 'Text/HTML;charset=utf-8;Q=0.5'],
  [true, 'pages more than JSON', 'application/json;q=0.4, text/html;q=0.5'],
  [false, 'JSON more than pages', 'application/json, text/html;q=0.9'],
  [false, 'both alike', 'text/html, application/json'],
  [false, 'anything rather than pages', 'text/html;q=0.1, */*'],
  [false, 'no pages', 'text/html;q=0'],
  [false, 'anything', '*/*'],
  [false, 'any text', 'text/*'],
  [false, 'a library', 'application/json, text/plain, */*'],
  [false, 'a type of a similar name', 'text/html-fragment'],
  [false, 'nothing', ''],
  [false, 'no header', undefined],
  [false, 'no list', ';;q=x,,'],
])('%s: %s', (expected, _name, accept) => {
  expect(asksForPage(accept)).toBe(expected);
});
