import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { STRICT_TRANSPORT_SECURITY } from '../../src/operation/fastify.ts';
import { ERROR_ANSWERS } from '../../src/rest/errors.ts';
import { HTTP_ERRORS, toErrorBody } from '../../src/web/errors.ts';
import { ROOT, readText } from '../support/image.ts';

const { scripts, version } = JSON.parse(readText('package.json')) as {
  scripts: Record<string, string>;
  version: string;
};
const FLAG = /--[\w-]+(?:=\S+)?/g;
/** The flags of Node before the program, without the one that tells an old Node. */
const toFlags = (command: string, program: string) =>
  command.slice(0, command.indexOf(program)).match(FLAG) ?? [];
const [SERVER, IMPORT] = ['src/main.ts', 'scripts/import.ts'];
const CLOSING_SECONDS = Number(
  /exits within (\d+) seconds more/.exec(readText('docs/operating.md'))?.[1],
);

const SERVICES = globSync('ops/systemd/*.service', { cwd: ROOT });
const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('systemd', () => {
  it.each([
    ['registru.service', SERVER, 'start'],
    ['registru-import.service', IMPORT, 'import'],
  ])('%s: starts with the same flags as npm', (unit, program, script) => {
    const [command = ''] = /^ExecStart=.+$/m.exec(readText(`ops/systemd/${unit}`)) ?? [];
    const flags = toFlags(command, program);
    expect(flags).not.toEqual([]);
    expect(flags).toEqual(toFlags(scripts[script] ?? '', program));
  });

  it('waits longer for the server than it takes to stop', () => {
    const unit = readText('ops/systemd/registru.service');
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(seconds).toBeGreaterThan(loadConfig({}).stopNoticeSeconds + CLOSING_SECONDS);
  });

  it('allows the connections that a server takes', () => {
    const unit = readText('ops/systemd/registru.service');
    expect(Number(/^LimitNOFILE=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(17_000);
    expect(unit).toMatch(/^MemoryMax=/m);
  });

  it('has a timer and a service for the import and for the backup', () => {
    const units = globSync('ops/systemd/*', { cwd: ROOT }).map((path) => path.slice(12));
    for (const job of ['registru-import', 'registru-backup']) {
      expect(units).toEqual(expect.arrayContaining([`${job}.service`, `${job}.timer`]));
    }
  });

  it.skipIf(!HAS_SYSTEMD).each(SERVICES)('%s: exposes at most 3.0 of 10', (path) => {
    const args = ['security', '--offline=yes', '--no-pager', '--threshold=30', path];
    const { status, stdout } = spawnSync('systemd-analyze', args, { cwd: ROOT, encoding: 'utf8' });
    expect(stdout).toContain('Overall exposure level');
    expect(status, stdout.split('\n').at(-2)).toBe(0);
  });
});

it('gives the proxy of one machine the header and the errors of the service', () => {
  const caddyfile = readText('ops/Caddyfile');
  expect(caddyfile).toContain(`"${STRICT_TRANSPORT_SECURITY}"`);
  expect(caddyfile).toContain(`respond \`${toErrorBody(ERROR_ANSWERS.https_required)}\` 403`);
  expect(caddyfile).toContain(`respond \`${toErrorBody(HTTP_ERRORS.unavailable)}\` 503`);
  expect(caddyfile).toContain('respond /metrics 404');
});

interface Container {
  image: string;
  command?: string[];
  securityContext: Record<string, unknown>;
}

interface Pod {
  terminationGracePeriodSeconds: number;
  securityContext: Record<string, unknown>;
  containers: Container[];
}

interface Manifest {
  kind: string;
  data?: Record<string, string>;
  spec?: {
    template?: { metadata: { labels: object }; spec: Pod };
    jobTemplate?: { spec: { template: { spec: Pod } } };
    selector?: object;
  };
}

/** Their form is checked by `.ci/kubernetes`. */
describe('Kubernetes', () => {
  const manifests = loadAll(readText('ops/kubernetes/registru.yaml')) as Manifest[];
  const find = (kind: string) => manifests.find((one) => one.kind === kind);
  const server = find('Deployment')?.spec?.template;
  const job = find('CronJob')?.spec?.jobTemplate?.spec.template;
  const variables = find('ConfigMap')?.data ?? {};

  it('gives the servers variables that they know and can read', () => {
    const known = new Set<string>();
    loadConfig(new Proxy({}, { get: (_, name) => void known.add(String(name)) }));
    expect(Object.keys(variables).filter((name) => !known.has(name))).toEqual([]);
    expect(loadConfig(variables).stopNoticeSeconds).toBe(10);
  });

  it('kills a server later than it stops', () => {
    const notice = Number(variables['STOP_NOTICE_SECONDS']);
    const grace = server?.spec.terminationGracePeriodSeconds;
    expect(grace).toBeGreaterThan(notice + CLOSING_SECONDS);
  });

  it('imports with the same flags as npm', () => {
    const [container] = job?.spec.containers ?? [];
    const command = container?.command?.join(' ') ?? '';
    expect(toFlags(command, IMPORT)).toEqual(toFlags(scripts['import'] ?? '', IMPORT));
  });

  it('runs this version without rights, and finds its servers by their labels', () => {
    for (const pod of [server?.spec, job?.spec]) {
      expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1_000 });
      for (const { image, securityContext } of pod?.containers ?? []) {
        expect(image).toBe(`registry.example/registru:${version.replace('-unreleased', '')}`);
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
    const labels = server?.metadata.labels;
    expect(labels).toBeDefined();
    expect(find('Service')?.spec?.selector).toEqual(labels);
    for (const kind of ['Deployment', 'PodDisruptionBudget']) {
      expect(find(kind)?.spec?.selector).toEqual({ matchLabels: labels });
    }
  });
});
