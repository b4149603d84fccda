import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ConfigProblem, parseConfig, SETTINGS } from './config.ts'
import { BACKUP_SETTINGS } from './settings/backups.ts'
import { MAIL_SETTINGS } from './settings/mails.ts'
import { OPERATOR_SETTINGS } from './settings/operator.ts'
import { PAYMENT_SETTINGS } from './settings/payments.ts'
import { PRICE_SETTINGS } from './settings/prices.ts'
import { newVapidKey } from './platform/push/vapid.ts'
import { PUSH_SETTINGS } from './settings/push.ts'
import { VIDEO_SETTINGS } from './settings/video.ts'
import { REQUEST_LIMIT_SETTINGS } from './settings/request-limits.ts'
import { SERVER_SETTINGS } from './settings/server.ts'
import { SIGN_IN_SETTINGS } from './settings/sign-in.ts'
import { STORAGE_SETTINGS } from './settings/storage.ts'
import { STRIPE_SETTINGS } from './settings/stripe.ts'
import { UPLOAD_SETTINGS } from './settings/uploads.ts'

type Env = Record<string, string>

function accepted(env: Env, argv: string[] = []) {
  const result = parseConfig(env, argv)
  if (result.problems) throw new Error(JSON.stringify(result.problems))
  return result.config
}

const refused = (env: Env, argv: string[] = []): ConfigProblem[] => parseConfig(env, argv).problems ?? []

const rules = (env: Env, argv: string[] = []) => refused(env, argv).map(({ name, rule }) => `${name} ${rule}`)

const GOOD_SECRET = 'pX7u0q1YbT4kR9sLw2Vn8ZcJ5hGdE3mA'

test('every setting is in one table only: of two with the same name the later would win', () => {
  const tables = [
    SERVER_SETTINGS,
    STORAGE_SETTINGS,
    REQUEST_LIMIT_SETTINGS,
    UPLOAD_SETTINGS,
    MAIL_SETTINGS,
    PAYMENT_SETTINGS,
    PRICE_SETTINGS,
    STRIPE_SETTINGS,
    SIGN_IN_SETTINGS,
    PUSH_SETTINGS,
    VIDEO_SETTINGS,
    OPERATOR_SETTINGS,
    BACKUP_SETTINGS,
  ]
  expect(tables.flatMap((table) => Object.keys(table)).toSorted()).toEqual(Object.keys(SETTINGS).toSorted())
})

describe('without any setting', () => {
  test('it runs only on this machine, in test mode, on the embedded database', () => {
    expect(accepted({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      paymentProvider: 'sandbox',
      trialDays: 0,
      production: false,
      localMailPage: true,
      trustProxy: false,
      roles: { web: true, worker: true },
      tokenSecret: undefined,
      demo: false,
    })
  })

  test('an empty or blank variable counts as unset', () => {
    expect(accepted({ PORT: '', DATABASE_URL: '  ' })).toEqual(accepted({}))
  })
})

describe('a wrong value', () => {
  const wrong: [string, string[]][] = [
    ['PORT', ['abc', '-1', '65536', '3000.5', '1e3', '0x10', ' 30 00']],
    ['HOST', ['http://localhost', 'a b', '300.1.1.1/8']],
    [
      'PUBLIC_URL',
      [
        'norte.example.org',
        'ftp://norte.mx',
        'https://norte.mx/app',
        'https://a:b@norte.mx',
        'https://norte.mx/?a=1',
      ],
    ],
    ['DATABASE_URL', ['mysql://localhost/a', 'postgres://', 'postgres://norte@/norte', 'localhost:5432']],
    [
      'REDIS_URL',
      ['http://redis.example.org', 'redis:', 'redis://', 'redis.example.org:6379', 'unix:///run/redis.sock'],
    ],
    ['DATABASE_POOL', ['0', '1', '101']],
    ['SMTP_URL', ['mail.example.org:587', 'http://mail.example.org']],
    ['MAIL_FROM', ['Norte', 'Norte <norte>', 'a@b.mx, c@d.mx', 'Norte\r\nBcc: x@y.mx <a@b.mx>']],
    ['MAILS_PER_COACH_PER_DAY', ['0', '-1', 'many']],
    ['UPLOAD_MAX_MB', ['0', '101', '5 MB']],
    ['RESOURCE_MAX_MB', ['0', '2001', '25 MB']],
    ['RESOURCE_QUOTA_MB', ['0', '-1', '2 GB']],
    ['STORAGE', ['S3', 'bucket']],
    ['S3_ENDPOINT', ['http://s3.example.org', 's3.example.org', 'https://a:b@s3.example.org']],
    ['S3_REGION', ['x'.repeat(101)]],
    ['S3_BUCKET', ['x'.repeat(101), 'a\nb']],
    ['S3_ACCESS_KEY_ID', ['x'.repeat(301)]],
    ['S3_SECRET_ACCESS_KEY', ['x'.repeat(301), 'a\nb']],
    ['PAYMENT_PROVIDER', ['paypal', 'Sandbox']],
    ['ALLOW_SANDBOX', ['true', '1']],
    ['PLAN_MONTHLY_PRICE', ['0', '499.00', '$499']],
    ['PLAN_YEARLY_PRICE', ['-5']],
    ['TRIAL_DAYS', ['91']],
    ['STRIPE_SECRET_KEY', ['pk_live_abcdefgh', 'sk_abcdefgh', 'sk_live_', 'sk_live_abcd efgh']],
    [
      'STRIPE_WEBHOOK_SECRETS',
      ['sec_abcdefgh', 'whsec_', 'whsec_abcdefgh,', 'whsec_abcdefg1,whsec_abcdefg2,whsec_abcdefg3'],
    ],
    ['STRIPE_API_URL', ['http://api.stripe.com', 'api.stripe.com', 'https://a:b@api.stripe.com']],
    [
      'TOKEN_SECRET',
      ['short', 'a'.repeat(64), 'abcde12345'.repeat(5), 'please-change-this-value-before-production'],
    ],
    ['VAPID_PRIVATE_KEY', ['short', 'A'.repeat(43), 'a'.repeat(64)]],
    ['STUN_URLS', ['stun.example.org', 'turn:turn.example.org', 'stun:', 'stun:a b', 'stun:h:123456']],
    [
      'TURN_URLS',
      ['stun:turn.example.org', 'turn:h?transport=sctp', 'turn:user@h', 'turn:h,', 'turn:h/path'],
    ],
    ['TURN_SECRET', ['a\nb', 'x'.repeat(201)]],
    [
      'JANUS_URL',
      ['janus:8188', 'http://janus:8188', 'ws://', 'ws://a:b@janus:8188', 'wss://janus/?secret=a'],
    ],
    ['JANUS_SECRET', ['short', 'a'.repeat(64), 'janus-api-secret-janus-api-secret']],
    [
      'OIDC_ISSUER',
      [
        'accounts.google.com',
        'http://accounts.google.com',
        'ftp://localhost',
        'https://a:b@accounts.google.com',
        'https://accounts.google.com/?a=1',
      ],
    ],
    ['OIDC_CLIENT_ID', ['x'.repeat(301), 'a\nb']],
    ['OIDC_CLIENT_SECRET', ['x'.repeat(301), 'a\nb']],
    ['TRUST_PROXY', ['yes', 'true', '0', '10', '10.0.0.0/33', 'all']],
    ['REQUESTS_PER_MINUTE', ['0', '59', '1e4', '-600', 'many']],
    ['MESSAGES_PER_MINUTE', ['0', '-1', '1e2', 'many']],
    ['OPERATIONS_PORT', ['-1', '65536', 'x']],
    ['METRICS_TOKEN', ['short', 'a'.repeat(64), 'metrics-token-please-change-it-now-1234']],
    ['DRAIN_SECONDS', ['-1', '301', '5s']],
    ['ROLES', ['web,admin', ',', 'none']],
    ['NODE_ENV', ['prod']],
    ['LOG_LEVEL', ['verbose']],
    ['PRIVACY_EMAIL', ['privacidad']],
    ['SUPPORT_EMAIL', ['soporte@']],
    ['OPERATOR_NAME', ['x'.repeat(201), 'a\nb']],
    ['OPERATOR_ADDRESS', ['x'.repeat(301)]],
    ['OPERATOR_TAX_ID', ['x'.repeat(21)]],
    ['DATA_DIR', ['a\0b']],
    ['BACKUP_DIR', ['a\0b']],
    ['BACKUP_AT', ['3:3', '24:00', '03:30 Marte/Base', 'daily']],
    ['BACKUP_KEEP', ['0', '-1', 'all']],
    ['BACKUP_KEY', ['secret', 'age1x', 'AGE-SECRET-KEY-1X']],
  ]

  test.each(wrong)('of %s is named', (name, values) => {
    const named = values.map((value) => refused({ [name]: value }).map((problem) => problem.name))
    expect(named).toEqual(values.map(() => [name]))
  })

  test('there is a wrong value for every setting', () => {
    expect(wrong.map(([name]) => name).toSorted()).toEqual(Object.keys(SETTINGS).toSorted())
  })

  test('is quoted, except for secrets', () => {
    expect(refused({ PORT: 'abc' })[0]).toMatchObject({ value: 'abc', params: { min: 0, max: 65_535 } })
    for (const name of [
      'DATABASE_URL',
      'REDIS_URL',
      'SMTP_URL',
      'TOKEN_SECRET',
      'METRICS_TOKEN',
      'VAPID_PRIVATE_KEY',
      'OIDC_CLIENT_SECRET',
      'JANUS_SECRET',
      'S3_SECRET_ACCESS_KEY',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRETS',
      'BACKUP_KEY',
    ]) {
      expect(refused({ [name]: 'http://ana:hunter2@host\n\u0007x' })[0]).not.toHaveProperty('value')
    }
  })

  test('all of them are reported together', () => {
    expect(rules({ PORT: 'x', TRIAL_DAYS: 'y' }, ['--port=1'])).toEqual([
      'PORT integer',
      'TRIAL_DAYS integer',
      '--port=1 argument',
    ])
  })
})

describe('values', () => {
  test('are read in every accepted form', () => {
    expect(accepted({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(accepted({ TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustProxy).toEqual(['loopback', '10.0.0.0/8'])
    expect(accepted({ ROLES: 'worker' }).roles).toEqual({ web: false, worker: true })
    expect(accepted({ PUBLIC_URL: 'http://localhost:8080/' }).publicUrl).toBe('http://localhost:8080')
    expect(accepted({ HOST: '::1', PORT: '8' }).publicUrl).toBe('http://[::1]:8')
    for (const url of [
      'postgres:///norte?host=/run/postgresql',
      'postgres://norte@/norte?port=5433&host=/run/postgresql',
    ])
      expect(accepted({ DATABASE_URL: url }).databaseUrl).toBe(url)
    expect(accepted({ MAIL_FROM: 'Norte, A.C. <hola@norte.mx>' }).mailFrom).toBe(
      'Norte, A.C. <hola@norte.mx>',
    )
    expect(accepted({ PLAN_MONTHLY_PRICE: '29900' }).plans[0]).toEqual({
      id: 'monthly',
      amountMinor: 29_900,
      currency: 'MXN',
    })
  })
})

// @spec 9.13
describe('production (product §5)', () => {
  const live = { PUBLIC_URL: 'https://norte.mx', PAYMENT_PROVIDER: 'manual' }

  test.each([
    [{ NODE_ENV: 'production' }, true],
    [{ PUBLIC_URL: 'https://norte.mx' }, true],
    [{ PUBLIC_URL: 'http://192.168.1.10:3000' }, true],
    [{ PUBLIC_URL: 'http://127.0.0.1.norte.mx' }, true],
    [{ HOST: '0.0.0.0' }, true],
    [{ PUBLIC_URL: 'http://localhost:3000' }, false],
    [{ PUBLIC_URL: 'http://norte.localhost' }, false],
    [{ PUBLIC_URL: 'http://127.8.0.1' }, false],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ HOST: '::', PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    [{ HOST: '192.168.1.5', PUBLIC_URL: 'http://localhost' }, true],
    [{ HOST: '::1' }, false],
    [{ HOST: 'localhost' }, false],
  ])('%o → %s', (env, production) => {
    expect(accepted({ ...env, PAYMENT_PROVIDER: 'off' }).production).toBe(production)
  })

  test('the sandbox must be allowed explicitly', () => {
    expect(rules({ PUBLIC_URL: 'https://norte.mx' })).toEqual(['PAYMENT_PROVIDER sandbox_in_production'])
    expect(accepted({ PUBLIC_URL: 'https://norte.mx', ALLOW_SANDBOX: 'yes' }).paymentProvider).toBe('sandbox')
  })

  test('Stripe needs its key and the secret of its webhooks', () => {
    const stripe = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_live_51abcdefghijklmnop' }
    expect(rules(stripe)).toEqual(['STRIPE_WEBHOOK_SECRETS stripe_incomplete'])
    expect(rules({ PAYMENT_PROVIDER: 'stripe' })).toEqual([
      'STRIPE_SECRET_KEY stripe_incomplete',
      'STRIPE_WEBHOOK_SECRETS stripe_incomplete',
    ])
    const whole = { ...stripe, STRIPE_WEBHOOK_SECRETS: 'whsec_abcdefghijklmnopqrstuvwx' }
    expect(accepted(whole).stripe).toMatchObject({ apiKey: stripe.STRIPE_SECRET_KEY })
  })

  test('there is neither demo data nor a local mail page', () => {
    expect(rules(live, ['--demo'])).toEqual(['--demo demo_in_production'])
    expect(accepted(live).localMailPage).toBe(false)
    expect(accepted({}, ['--demo']).demo).toBe(true)
  })

  test('an external database requires the secrets to be set, because several servers may share it', () => {
    const external = { ...live, DATABASE_URL: 'postgres://norte:pw@db/norte' }
    expect(rules(external)).toEqual(['TOKEN_SECRET secret_needed', 'VAPID_PRIVATE_KEY vapid_key_needed'])
    const secrets = { TOKEN_SECRET: GOOD_SECRET, VAPID_PRIVATE_KEY: newVapidKey() }
    expect(accepted({ ...external, ...secrets })).toMatchObject({
      tokenSecret: GOOD_SECRET,
      vapidPrivateKey: secrets.VAPID_PRIVATE_KEY,
    })
    expect(accepted({ DATABASE_URL: external.DATABASE_URL }).tokenSecret).toBeUndefined()
  })
})

describe('the identity provider (product §3)', () => {
  const client = { OIDC_CLIENT_ID: 'norte.apps', OIDC_CLIENT_SECRET: 'hunter2' }

  test('is Google if its client is set, or any issuer; without a client it is not used', () => {
    expect(accepted({}).oidc).toBeUndefined()
    expect(accepted(client).oidc).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'norte.apps',
      clientSecret: 'hunter2',
    })
    for (const issuer of ['https://login.example.org/realms/norte', 'http://127.0.0.1:8080']) {
      expect(accepted({ ...client, OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer)
    }
  })

  test('is refused if it is only partly set', () => {
    expect(rules({ OIDC_CLIENT_ID: 'norte.apps' })).toEqual(['OIDC_CLIENT_SECRET oidc_incomplete'])
    expect(rules({ OIDC_CLIENT_SECRET: 'hunter2' })).toEqual(['OIDC_CLIENT_ID oidc_incomplete'])
    expect(rules({ OIDC_ISSUER: 'https://login.example.org' })).toEqual([
      'OIDC_CLIENT_ID oidc_incomplete',
      'OIDC_CLIENT_SECRET oidc_incomplete',
    ])
  })
})

test('files are in a bucket if its settings are complete, and on disk unless it is chosen', () => {
  const bucket = { S3_BUCKET: 'norte', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hunter2' }
  expect(accepted(bucket).s3).toBeUndefined()
  expect(rules({ STORAGE: 's3', S3_BUCKET: 'norte' })).toEqual([
    'S3_ACCESS_KEY_ID s3_incomplete',
    'S3_SECRET_ACCESS_KEY s3_incomplete',
  ])
  expect(accepted({ STORAGE: 's3', ...bucket, S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3).toEqual({
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    bucket: 'norte',
    accessKeyId: 'key',
    secretAccessKey: 'hunter2',
  })
})

// @spec P.190
test('Redis connects the processes of an external database; alone it is refused', () => {
  const REDIS_URL = 'rediss://norte:hunter2@redis.example.org:6380/1'
  expect(rules({ REDIS_URL })).toEqual(['REDIS_URL redis_alone'])
  expect(accepted({ REDIS_URL, DATABASE_URL: 'postgres://localhost/norte' }).redisUrl).toBe(REDIS_URL)
})

test('an SFU has an address and a secret, or is refused', () => {
  const JANUS_SECRET = 'kX9v2mQ7pL4tR8wZ1sD6fG3hJ5nB0cYaUeIoTqWx'
  expect(rules({ JANUS_URL: 'ws://10.0.0.21:8188' })).toEqual(['JANUS_SECRET janus_incomplete'])
  expect(rules({ JANUS_SECRET })).toEqual(['JANUS_URL janus_incomplete'])
  expect(accepted({}).sfu).toBeUndefined()
  for (const url of ['ws://10.0.0.21:8188', 'wss://janus.example.org/janus'])
    expect(accepted({ JANUS_URL: url, JANUS_SECRET }).sfu).toEqual({ url, secret: JANUS_SECRET })
})

test('an account at Stripe is known by its key', () => {
  expect(accepted({ STRIPE_WEBHOOK_SECRETS: 'whsec_abcdefgh' }).stripe).toBeUndefined()
  const STRIPE_SECRET_KEY = 'sk_test_abcdefgh'
  expect(accepted({ STRIPE_SECRET_KEY }).stripe).toEqual({
    apiKey: STRIPE_SECRET_KEY,
    webhookSecrets: [],
    apiUrl: undefined,
  })
  const others = {
    STRIPE_WEBHOOK_SECRETS: 'whsec_abcdefg1, whsec_abcdefg2',
    STRIPE_API_URL: 'http://127.0.0.1:12111',
  }
  expect(accepted({ STRIPE_SECRET_KEY, ...others }).stripe).toEqual({
    apiKey: STRIPE_SECRET_KEY,
    webhookSecrets: ['whsec_abcdefg1', 'whsec_abcdefg2'],
    apiUrl: 'http://127.0.0.1:12111',
  })
})

test('a server in production with an external database leaves slowly unless another time is set', () => {
  const external = {
    DATABASE_URL: 'postgres://localhost/norte',
    TOKEN_SECRET: GOOD_SECRET,
    VAPID_PRIVATE_KEY: newVapidKey(),
    PAYMENT_PROVIDER: 'off',
  }
  expect(accepted({}).drainMs).toBe(0)
  expect(accepted(external).drainMs).toBe(0)
  expect(accepted({ ...external, NODE_ENV: 'production' }).drainMs).toBe(5_000)
  expect(accepted({ ...external, NODE_ENV: 'production', DRAIN_SECONDS: '0' }).drainMs).toBe(0)
})

test('with a mail server the sender must be named, and the local mail page is disabled', () => {
  expect(rules({ SMTP_URL: 'smtp://mail.norte.mx:587' })).toEqual(['MAIL_FROM sender_needed'])
  const config = accepted({ SMTP_URL: 'smtp://mail.norte.mx:587', MAIL_FROM: 'hola@norte.mx' })
  expect(config.localMailPage).toBe(false)
})
