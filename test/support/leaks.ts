import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The ways in which a secret might stand in a file: as text, in hexadecimal, and in base64 at each
 * of the three places where it may begin in a group of three bytes.
 */
export function toTraces(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex');
  const base64 = [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    // The first and last groups mix with what stands around.
    return shifted.toString('base64').slice(4, -4);
  });
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([secret, hex, hex.toUpperCase(), ...base64, ...url])];
}

/** The files below a folder that hold any of the secrets in any of those ways. */
export function findLeaks(folder: string, secrets: readonly string[]): string[] {
  const traces = secrets.flatMap(toTraces);
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = readFileSync(path, 'latin1');
      return traces.some((trace) => content.includes(trace));
    });
}
