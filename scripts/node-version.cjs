'use strict';

// Runs before any TypeScript is read: an older Node would stop at it with a stack trace. The
// `node` dependency brings Node 24; it is missing when its install script was not allowed to run.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Registru needs Node 24 or newer and found ${process.versions.node}. ` +
      'Run `npm ci` without `--ignore-scripts`: it brings Node 24 with it.\n',
  );
  process.exit(1);
}
