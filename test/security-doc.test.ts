import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ROW = /\| `(src\/[^`]+)` \| [^|]*?([\d,]+)( MiB)? `(\w+)` \|/g;

/** The value of a constant in the source: a number, or a product or power of numbers. */
function readConstant(path: string, name: string): number {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const [, text = ''] = new RegExp(`\\b${name}(?: =|:) ([\\d_ *]+)[;,]`).exec(source) ?? [];
  const factors = text.replaceAll('_', '').split(/ \* /);
  return factors.reduce((product, factor) => {
    const [base, exponent = '1'] = factor.split(' ** ');
    return product * Number(base) ** Number(exponent);
  }, 1);
}

it('names the real maximums in SECURITY.md', () => {
  const rows = [...readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').matchAll(ROW)];
  expect(rows.length).toBeGreaterThan(12);
  for (const [, path = '', number = '', mib, name = ''] of rows) {
    const documented = Number(number.replaceAll(',', '')) * (mib === undefined ? 1 : 2 ** 20);
    expect([path, name, readConstant(path, name)]).toEqual([path, name, documented]);
  }
});
