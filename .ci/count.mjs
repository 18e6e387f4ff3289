// Adds up the reports of the test runs. Fails if a test was skipped, or if there was no test.
import { readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;
const skipped = [];
for (const path of process.argv.slice(2)) {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
  for (const { fullName, status } of testResults.flatMap((file) => file.assertionResults)) {
    if (status === 'passed') passed += 1;
    else if (status === 'failed') failed += 1;
    else skipped.push(fullName);
  }
}
for (const name of skipped) console.log(`skipped: ${name}`);
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = passed > 0 && failed === 0 && skipped.length === 0 ? 0 : 1;
