// Fails if a component of a CycloneDX file has a licence that is not in the list, or none.
import { readFileSync } from 'node:fs';

/** All allow to run the service without publishing its source. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

const isPrivate = ({ name, value }) => name === 'cdx:npm:package:private' && value === 'true';

const { components = [] } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const wrong = components
  // A workspace of this repository, such as the client of the tests.
  .filter(({ properties = [] }) => !properties.some(isPrivate))
  .map(({ name, version, licenses = [] }) => ({
    name: `${name}@${version}`,
    ids: licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression),
  }))
  .filter(({ ids }) => ids.length === 0 || !ids.every((id) => ALLOWED.has(id)));
for (const { name, ids } of wrong) console.log(`${name}: ${ids.join(', ') || 'no licence'}`);
console.log(`${components.length} components, ${wrong.length} with a licence that is not allowed`);
process.exitCode = components.length > 50 && wrong.length === 0 ? 0 : 1;
