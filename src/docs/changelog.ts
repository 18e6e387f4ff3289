import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CHANGELOG = join(import.meta.dirname, '../../CHANGELOG.md');
const RELEASE = /^## \[(\S+)\](?: - (\d{4}-\d{2}-\d{2}))?$/;
const UNRELEASED = 'Unreleased';
/** Entries for others than clients of the API begin with who they are for. */
const FOR_OTHERS = /^\*\*(?:Staff|Operators)\b/;

export interface Release {
  version: string;
  /** `YYYY-MM-DD`; null: served, but not released. */
  day: string | null;
  changes: string[];
}

export function readChangelog(): Release[] {
  return toReleases(readFileSync(CHANGELOG, 'utf8'));
}

/**
 * Reads the form of Keep a Changelog: `## [VERSION] - DAY`, and under it a line `- …` for each
 * change, which may continue on indented lines. Leaves out the entries for others than clients.
 * Unreleased changes are those of a pre-release of the next minor version.
 */
export function toReleases(markdown: string): Release[] {
  const releases: Release[] = [];
  let changes: string[] = [];
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) {
      changes = [];
      const [, version, day = null] = RELEASE.exec(line) ?? [];
      if (version !== undefined) releases.push({ version, day, changes });
    } else if (line.startsWith('- ')) changes.push(line.slice(2));
    else if (line.startsWith('  ')) changes.push(`${changes.pop() ?? ''} ${line.trim()}`);
  }
  const shown = releases.map((release) => ({
    ...release,
    changes: release.changes.filter((change) => !FOR_OTHERS.test(change)),
  }));
  const [first, ...released] = shown;
  if (first?.version !== UNRELEASED) return shown;
  if (first.changes.length === 0) return released;
  return [{ ...first, version: toNextVersion(released[0]?.version) }, ...released];
}

function toNextVersion(version = '0.0.0'): string {
  const [major, minor] = version.split('.');
  return `${major}.${Number(minor) + 1}.0-unreleased`;
}
