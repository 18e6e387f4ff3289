import { expect, it } from 'vitest';
import { describeMisspelt } from '../../src/config/misspelt.ts';
import { VARIABLES } from '../../src/config/variables.ts';

it.each([
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['BASE_ULR', 'BASE_URL'],
  ['BASE_URI', 'BASE_URL'],
  ['BASEURL', 'BASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['MONGODB_URL', 'MONGODB_URI'],
  ['MONGO_URI', 'MONGODB_URI'],
  ['REDIS_URI', 'REDIS_URL'],
  ['WEBHOOK', 'WEBHOOKS'],
  ['WEBHOOKS_SECRET', 'WEBHOOK_SECRET'],
  ['APP_SECRETS', 'APP_SECRET'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['PROT', 'PORT'],
  ['port', 'PORT'],
])('names %s, and the nearest, %s, but never its value', (name, nearest) => {
  const [line = '', ...others] = describeMisspelt({ [name]: 'its value' });
  expect(others).toEqual([]);
  expect(line).toBe(`the variable ${name} is unknown and has no effect; did you mean ${nearest}?`);
});

it('names no variable that is known', () => {
  const known = Object.values(VARIABLES).map(({ name }) => [name, '1']);
  expect(describeMisspelt(Object.fromEntries(known))).toEqual([]);
});

it('names none that is empty or not close', () => {
  const others = `
    PATH HOME HOSTNAME HOSTTYPE TERM SHELL LOGNAME MAIL USER LANG PWD OLDPWD SHLVL EDITOR TMPDIR
    NODE_ENV NODE_OPTIONS NODE_COMPILE_CACHE npm_config_loglevel npm_package_name INIT_CWD
    HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy DATABASE_URL SITE_URL API_URL APP_URL NODE_URL
    XDG_DATA_DIRS XDG_DATA_HOME DATA_HOME LOG_FILE LOG_DIR APP_NAME APP_ENV SMTP_HOST SMTP_PORT
    SMTP_USER MAIL_HOST MAIL_PORT REDIS_PORT REDIS_HOST REDIS_SERVICE_HOST MONGODB_PORT
    MONGODB_HOST MONGODB_PORT_27017_TCP KUBERNETES_PORT KUBERNETES_SERVICE_HOST REGISTRU_PORT
    REGISTRU_SERVICE_PORT POD_NAME INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY NOTIFY_SOCKET
    SYSTEMD_EXEC_PID SSH_CLIENT SSH_CONNECTION COMPANY_ID WEBHOOK_URL FRONT_NETWORK`;
  const env = Object.fromEntries(
    others
      .trim()
      .split(/\s+/)
      .map((name) => [name, '1']),
  );
  expect(describeMisspelt(env)).toEqual([]);
  expect(describeMisspelt({ TRUST_PROXIES: '', BASE_ULR: undefined })).toEqual([]);
  expect(describeMisspelt({ [`PORT${'T'.repeat(100_000)}`]: '1' })).toEqual([]);
});
