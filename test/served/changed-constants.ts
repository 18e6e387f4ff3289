import { registerHooks } from 'node:module';
import { CHANGES } from './changes.ts';

/*
 * Imported before another program, makes that see the source with each constant of CHANGES changed,
 * as it would be after an edit of that line alone.
 */

const changed = new Set<string>();

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const changes = CHANGES.filter(({ file }) => url.endsWith(`/src/${file}`));
    if (changes.length === 0) return loaded;
    let source = String(loaded.source);
    for (const { constant, value } of changes) {
      const definition = new RegExp(`(const ${constant}\\b(?:: [^;]*?)? = )[^;]+;`);
      if (definition.test(source)) changed.add(constant);
      source = source.replace(definition, (_text, start: string) => `${start}${value};`);
    }
    return { ...loaded, source };
  },
});

process.on('exit', () => {
  const missing = CHANGES.filter(({ constant }) => !changed.has(constant));
  if (missing.length === 0) return;
  const names = missing.map(({ file, constant }) => `${constant} in src/${file}`).join(', ');
  process.stderr.write(`not found: ${names}; test/served/changes.ts says where constants are\n`);
  process.exitCode = 1;
});
