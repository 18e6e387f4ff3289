import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files of the long tests to begin with. Those that take minutes come first, so that none of
 * them runs on alone at the end: in a new clone Vitest knows only sizes, and the shortest files
 * start the most processes. Next to those of many processes go the ones that wait for a part of
 * their time. `redis-faults` waits until no other worker is starting: 80 ms without an answer are a
 * fault there.
 */
const FIRST = [
  'process/term-under-load',
  'mongo/commands',
  'process/stop',
  'mongo/stop',
  'process/kill-under-load',
  'mongo/stop-under-load',
  'webhooks/kill',
  'import/follow',
  'import/interrupted',
  'import-kill',
  'browser/looks',
  'limit/four-servers',
  'limit/two-servers-faults',
  'slow-requests',
  'docs/code-faults',
  'mongo/faults',
  'docs/code',
  'limit/redis-faults',
].map((name) => `/test/long/${name}.test.ts`);

export class FirstFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Project by project, because a worker keeps its modules until a file of another project.
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap((project) =>
      sorted
        .filter((file) => file.project === project)
        .toSorted((one, other) => toIndex(one) - toIndex(other)),
    );
  }
}

function toIndex({ moduleId }: TestSpecification): number {
  const index = FIRST.findIndex((path) => moduleId.endsWith(path));
  return index === -1 ? FIRST.length : index;
}
