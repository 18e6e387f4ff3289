import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CHANGELOG = join(import.meta.dirname, '../../CHANGELOG.md');
const RELEASE = /^## (\S+) · (\d{4}-\d{2}-\d{2})$/;

export interface Release {
  version: string;
  /** `YYYY-MM-DD`. */
  day: string;
  changes: string[];
}

export function readChangelog(): Release[] {
  return toReleases(readFileSync(CHANGELOG, 'utf8'));
}

/** `## VERSION · DAY`, and under it a line `- …` for each change, which may go on indented. */
export function toReleases(markdown: string): Release[] {
  const releases: Release[] = [];
  for (const line of markdown.split('\n')) {
    const [, version, day] = RELEASE.exec(line) ?? [];
    if (version !== undefined && day !== undefined) releases.push({ version, day, changes: [] });
    const changes = releases.at(-1)?.changes ?? [];
    if (line.startsWith('- ')) changes.push(line.slice(2));
    else if (line.startsWith('  ')) changes.push(`${changes.pop() ?? ''} ${line.trim()}`);
  }
  return releases;
}
