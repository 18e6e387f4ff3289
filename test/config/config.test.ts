import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/variables.ts';

const SECRET = 'x'.repeat(32);
const MONGODB = 'mongodb://u:p%40ss@a.md:27017,b.md/registru?replicaSet=rs0&tls=true';
const OIDC = {
  OIDC_ISSUER: 'https://login.example/realms/staff',
  OIDC_CLIENT_ID: 'registru',
  OIDC_CLIENT_SECRET: 'of the provider',
  OIDC_STAFF_CLAIM: 'groups=staff=all of them',
};

it('has a default for everything', () => {
  expect(loadConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://127.0.0.1:3000',
    companyUrl: 'http://127.0.0.1:3000/companie/{idno}',
    indexCompanies: false,
    dataDir: 'data',
    mongodbUri: null,
    demo: true,
    trustProxy: [],
    logLevel: 'info',
    answerCacheMib: 64,
    stopNoticeSeconds: 1,
    metricsToken: null,
    appSecrets: null,
    securityContact: null,
    sendsWebhooks: true,
    supportUrl: null,
    termsUrl: null,
    privacyUrl: null,
    dataLicense: null,
    upgradeUrl: null,
    planPrices: {},
    redisUrl: null,
    redisTimeoutMs: 80,
    smtp: null,
    webhookSecrets: [],
    oidc: null,
  });
});

it.each([
  [
    { PORT: '8080', HOST: '::1' },
    { port: 8080, baseUrl: 'http://[::1]:8080' },
  ],
  [{ HOST: '0.0.0.0' }, { baseUrl: 'http://localhost:3000' }],
  [{ BASE_URL: 'https://r.example/' }, { baseUrl: 'https://r.example', demo: false }],
  [{ BASE_URL: 'HTTPS://R.example:443/' }, { baseUrl: 'https://r.example' }],
  [{ BASE_URL: 'http://[::1]:3000' }, { baseUrl: 'http://[::1]:3000' }],
  [{ BASE_URL: 'https://r.example', DEMO: 'on' }, { demo: true }],
  [{ DEMO: 'off' }, { demo: false }],
  [{ ANSWER_CACHE_MIB: '0' }, { answerCacheMib: 0 }],
  [{ STOP_NOTICE_SECONDS: '0' }, { stopNoticeSeconds: 0 }],
  [{ STOP_NOTICE_SECONDS: '300' }, { stopNoticeSeconds: 300 }],
  [{ MONGODB_URI: MONGODB }, { mongodbUri: MONGODB, demo: false }],
  [{ MONGODB_URI: 'mongodb://a/b', DEMO: 'on' }, { demo: true }],
  [{ MONGODB_URI: 'mongodb+srv://a.md/b' }, { mongodbUri: 'mongodb+srv://a.md/b' }],
  [{ INDEX_COMPANIES: 'on' }, { indexCompanies: true }],
  [{ WEBHOOKS: 'off' }, { sendsWebhooks: false }],
  [
    { COMPANY_URL: 'https://c.example/{idno}.html' },
    { companyUrl: 'https://c.example/{idno}.html' },
  ],
  [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
  [{ APP_SECRET: `${SECRET}1,${SECRET}2` }, { appSecrets: [`${SECRET}1`, `${SECRET}2`] }],
  [{ METRICS_TOKEN: SECRET }, { metricsToken: SECRET }],
  [
    { WEBHOOK_SECRET: `whsec_${SECRET},${SECRET}` },
    { webhookSecrets: [`whsec_${SECRET}`, SECRET] },
  ],
  [
    { SMTP_URL: 'smtp://a%40b.md:p@mail.example', MAIL_FROM: 'a@b.md' },
    { smtp: { smtpUrl: 'smtp://a%40b.md:p@mail.example', from: 'a@b.md' } },
  ],
  [{ SECURITY_CONTACT: 'mailto:a@b.md' }, { securityContact: 'mailto:a@b.md' }],
  [{ SECURITY_CONTACT: 'https://r.example/s' }, { securityContact: 'https://r.example/s' }],
  [{ TERMS_URL: 'https://r.example/terms' }, { termsUrl: 'https://r.example/terms' }],
  [{ PRIVACY_URL: 'https://r.example/p' }, { privacyUrl: 'https://r.example/p', termsUrl: null }],
  [{ DATA_LICENSE: 'CC BY 4.0' }, { dataLicense: 'CC BY 4.0' }],
  [{ SUPPORT_URL: 'mailto:a@b.md' }, { supportUrl: 'mailto:a@b.md', upgradeUrl: null }],
  [
    { PLAN_PRICES: ' business = 490 MDL a month ; agency=1 900 lei/lună' },
    {
      planPrices: {
        business: { ro: '490 MDL a month', ru: '490 MDL a month', en: '490 MDL a month' },
        agency: { ro: '1 900 lei/lună', ru: '1 900 lei/lună', en: '1 900 lei/lună' },
      },
    },
  ],
  [
    { PLAN_PRICES: 'business=ro=490 lei; ru = 490 леев;en=490 MDL;agency=1 900' },
    {
      planPrices: {
        business: { ro: '490 lei', ru: '490 леев', en: '490 MDL' },
        agency: { ro: '1 900', ru: '1 900', en: '1 900' },
      },
    },
  ],
  [{ UPGRADE_URL: 'https://r.example/p?a=b#c' }, { upgradeUrl: 'https://r.example/p?a=b#c' }],
  [{ SMTP_URL: '', MAIL_FROM: '' }, { smtp: null }],
  [{ REDIS_URL: 'redis://[::1]' }, { redisUrl: 'redis://[::1]' }],
  [
    { REDIS_URL: 'rediss://u:p%40@redis.example:6380/2' },
    { redisUrl: 'rediss://u:p%40@redis.example:6380/2' },
  ],
  [
    { ...OIDC },
    {
      oidc: {
        issuer: 'https://login.example/realms/staff',
        clientId: 'registru',
        clientSecret: 'of the provider',
        staffClaim: { name: 'groups', value: 'staff=all of them' },
      },
    },
  ],
  [
    { ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:9000' },
    { oidc: { issuer: 'http://127.0.0.1:9000/' } },
  ],
  [
    { PORT: '', DATA_DIR: '' },
    { port: 3000, dataDir: 'data' },
  ],
])('reads %j', (env, expected) => {
  expect(loadConfig(env)).toMatchObject(expected);
});

describe('a bad value', () => {
  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['PORT', '3.5'],
    ['HOST', 'a b'],
    ['HOST', '256.1.1.1'],
    ['HOST', '1:2'],
    ['BASE_URL', 'registru.example'],
    ['BASE_URL', 'ftp://registru.example'],
    ['BASE_URL', 'https://registru.example?a=b'],
    ['BASE_URL', 'https://registru.example/?'],
    ['BASE_URL', 'https://registru.example/#'],
    ['BASE_URL', 'https://registru.example/sub'],
    ['BASE_URL', 'https://registru.example//'],
    ['BASE_URL', 'https://user@registru.example'],
    ['COMPANY_URL', 'https://registru.example/{idno}?'],
    ['COMPANY_URL', 'https://registru.example/companie'],
    ['INDEX_COMPANIES', 'yes'],
    ['WEBHOOKS', 'no'],
    ['DATA_DIR', 'a\0b'],
    ['DEMO', 'yes'],
    ['TRUST_PROXY', 'all'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['LOG_LEVEL', 'loud'],
    ['ANSWER_CACHE_MIB', '4097'],
    ['ANSWER_CACHE_MIB', '-1'],
    ['ANSWER_CACHE_MIB', '1.5'],
    ['STOP_NOTICE_SECONDS', '301'],
    ['STOP_NOTICE_SECONDS', '-1'],
    ['STOP_NOTICE_SECONDS', '0.5'],
    ['SECURITY_CONTACT', 'a@b.md'],
    ['SECURITY_CONTACT', 'mailto:a@b.md?subject=x'],
    ['SECURITY_CONTACT', 'mailto:a@b.md\nExpires: never'],
    ['SECURITY_CONTACT', 'http://r.example/security'],
    ['SUPPORT_URL', 'a@b.md'],
    ['SUPPORT_URL', 'mailto:a@b.md?subject=x'],
    ['SUPPORT_URL', 'http://r.example/help'],
    ['TERMS_URL', 'mailto:a@b.md'],
    ['TERMS_URL', 'http://r.example/terms'],
    ['PRIVACY_URL', 'http://r.example/privacy'],
    ['DATA_LICENSE', 'x'.repeat(101)],
    ['DATA_LICENSE', 'CC\nBY'],
    ['PLAN_PRICES', 'business'],
    ['PLAN_PRICES', 'business='],
    ['PLAN_PRICES', 'free=0'],
    ['PLAN_PRICES', 'gold=1'],
    ['PLAN_PRICES', 'business=1;business=2'],
    ['PLAN_PRICES', 'business=1;'],
    ['PLAN_PRICES', 'business=1\n2'],
    ['PLAN_PRICES', `business=${'9'.repeat(61)}`],
    ['PLAN_PRICES', '__proto__=1'],
    ['PLAN_PRICES', 'business=ro=1;ru=2'],
    ['PLAN_PRICES', 'business=ro=1;ru=2;en=3;en=4'],
    ['PLAN_PRICES', 'business=ro=1;ru=2;de=3;en=4'],
    ['PLAN_PRICES', 'business=1;ro=2'],
    ['PLAN_PRICES', 'business=ro=1;2'],
    ['PLAN_PRICES', 'business=ro=ru=1'],
    ['PLAN_PRICES', 'ro=1;ru=2;en=3'],
    ['UPGRADE_URL', 'javascript:alert(1)'],
    ['UPGRADE_URL', 'https://user@r.example'],
    ['UPGRADE_URL', 'https://r.example/a b'],
    ['MAIL_FROM', 'a@b.md, c@d.md'],
    ['MAIL_FROM', 'Registru <a@b.md>'],
    ['OIDC_ISSUER', 'http://login.example'],
    ['OIDC_ISSUER', 'https://login.example?a=b'],
    ['OIDC_ISSUER', 'https://login.example/#'],
    ['OIDC_ISSUER', 'http://localhost.evil.example'],
    ['OIDC_CLIENT_ID', 'ș'],
    ['OIDC_STAFF_CLAIM', 'staff'],
    ['OIDC_STAFF_CLAIM', '=staff'],
    ['OIDC_STAFF_CLAIM', 'groups='],
  ])('%s=%j is refused in one line with its name, the value and an example', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => loadConfig({ [name]: value })).toThrow(
      new RegExp(`^${name} must .*, got .*; for example ${name}=[^\\n]+$`),
    );
  });

  it.each([
    ['APP_SECRET', 'short-and-secret'],
    ['APP_SECRET', `${SECRET},short-and-secret`],
    ['METRICS_TOKEN', 'secret'],
    ['METRICS_TOKEN', 'with a space in the secret'],
    ['SMTP_URL', "smtp://user:secret'@mail.example?logger=true"],
    ['SMTP_URL', "https://user:secret'@mail.example"],
    ['SMTP_URL', "smtp://user:%zz-secret'@mail.example"],
    ['MONGODB_URI', "mongodb://user:secret'@db.example"],
    ['MONGODB_URI', "mongodb://user:secret'@db.example/"],
    ['MONGODB_URI', "mongodb://user:secret'@db.example/?replicaSet=rs0"],
    ['MONGODB_URI', "mongodb://user:%zz-secret'@db.example/registru"],
    ['MONGODB_URI', "mongodb://user:a/secret'@db.example/registru"],
    ['MONGODB_URI', "mongodb://user:a@secret'@db.example/registru"],
    ['MONGODB_URI', "mongodb://user:secret'@db.example/registru?timeoutMS=5"],
    ['MONGODB_URI', "mongodb://user:secret'@db.example/a.b"],
    ['MONGODB_URI', "postgres://user:secret'@db.example/registru"],
    ['REDIS_URL', "http://user:secret'@redis.example"],
    ['REDIS_URL', "redis://user:secret'@redis.example?family=6"],
    ['REDIS_URL', "redis://user:secret'@redis.example/one"],
    ['REDIS_URL', "redis://user:secret'@"],
    ['REDIS_URL', "redis.example:6379,secret'"],
    ['WEBHOOK_SECRET', 'short-and-secret'],
    ['WEBHOOK_SECRET', Buffer.alloc(23).toString('base64')],
    ['WEBHOOK_SECRET', `whsec_${SECRET},whsec_AAAA`],
    ['WEBHOOK_SECRET', `${SECRET}-`],
    ['OIDC_CLIENT_SECRET', 'in the secret ș'],
  ])('of the secret %s is refused without being repeated', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name} must [^\\n]+$`));
    expect(() => loadConfig({ [name]: value })).not.toThrow(/secret'|short-and|in the secret/);
  });
});

it('wants an address to send from where mail is sent', () => {
  expect(() => loadConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow(
    /^MAIL_FROM must be set where SMTP_URL is; for example MAIL_FROM=\S+$/,
  );
});

it('wants a mail server where an address to send from is set', () => {
  expect(() => loadConfig({ MAIL_FROM: 'no-reply@registru.example' })).toThrow(
    /^SMTP_URL must be set where MAIL_FROM is; for example SMTP_URL=\S+$/,
  );
});

it.each(Object.keys(OIDC))('wants %s where the other OIDC variables are', (name) => {
  expect(() => loadConfig({ ...OIDC, [name]: '' })).toThrow(
    new RegExp(`^${name} must be set where another OIDC variable is; for example [^\\n]+$`),
  );
});
