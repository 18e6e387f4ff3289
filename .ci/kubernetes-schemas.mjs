// Writes a JSON Schema for each kind of the manifests into a folder, from the OpenAPI document of
// Kubernetes. They refuse unknown fields: kubeconform's -strict finds only duplicate keys by itself.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [document, folder, ...manifests] = process.argv.slice(2);
const { definitions } = JSON.parse(readFileSync(document, 'utf8'));
for (const schema of Object.values(definitions)) {
  if (schema.properties !== undefined) schema.additionalProperties = false;
  // A number or a text, such as a port.
  if (schema.format === 'int-or-string') {
    schema.type = ['integer', 'string'];
    delete schema.format;
  }
}
const text = manifests.map((path) => readFileSync(path, 'utf8')).join('\n---\n');
for (const [, group = '', version, kind] of text.matchAll(
  /^apiVersion: (?:([\w.]+)\/)?(\w+)\nkind: (\w+)$/gm,
)) {
  const isWanted = (one) => one.group === group && one.version === version && one.kind === kind;
  const [name] = Object.entries(definitions).find(([, schema]) =>
    schema['x-kubernetes-group-version-kind']?.some(isWanted),
  );
  const schema = { $ref: `#/definitions/${name}`, definitions };
  writeFileSync(join(folder, `${kind.toLowerCase()}-${version}.json`), JSON.stringify(schema));
}
