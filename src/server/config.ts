import { resolve } from 'node:path'
import type { z } from 'zod'
import { keysOf } from '#contract/keys-of.ts'
import { PaymentProviderName } from '#contract/payments.ts'
import {
  choice,
  choices,
  connection,
  email,
  folder,
  host,
  integer,
  isLoopback,
  issuer,
  mailbox,
  proxies,
  strongSecret,
  text,
  type Value,
  webOrigin,
  yesNo,
} from './config-values.ts'

/** One environment variable. `preset` is the default for an unset or empty variable, written as in the environment. */
type Setting<T> = Value<T> & { doc: string; preset?: string; presetDoc?: string; secret?: true }

function setting<T, const O extends Omit<Setting<T>, keyof Value<T>>>(
  value: Value<T>,
  options: O,
): Value<T> & O {
  return { ...value, ...options }
}

/** Every environment variable that Norte reads. docs/self-hosting.md is generated from this table. */
export const SETTINGS = {
  PORT: setting(integer(0, 65_535), {
    preset: '3000',
    doc: 'Port for web, API and socket; 0 takes a free one.',
  }),
  HOST: setting(host(), {
    preset: '127.0.0.1',
    doc: 'Address to listen on. Behind a reverse proxy keep it; `0.0.0.0` opens the port to the network. Anything but a loopback address means production.',
  }),
  PUBLIC_URL: setting(webOrigin(), {
    presetDoc: 'http://HOST:PORT',
    doc: 'Where people reach Norte; links in mails start with it. Anything but a loopback address means production.',
  }),
  DATA_DIR: setting(folder(), {
    preset: './data',
    doc: 'Folder for the embedded database, secrets, uploaded files and the outbox. Created with access for its owner only.',
  }),
  DATABASE_URL: setting(connection(['postgres:', 'postgresql:'], 'postgres_url'), {
    presetDoc: 'embedded PostgreSQL in DATA_DIR',
    secret: true,
    doc: 'An external PostgreSQL 15 or newer, `postgres://user:password@host/database`.',
  }),
  DATABASE_POOL: setting(integer(6, 100), { preset: '10', doc: 'Most database connections of one process.' }),
  SMTP_URL: setting(connection(['smtp:', 'smtps:'], 'smtp_url'), {
    presetDoc: 'mails become .eml files in DATA_DIR/outbox',
    secret: true,
    doc: 'Mail server, `smtps://user:password@host:465` or `smtp://user:password@host:587`.',
  }),
  MAIL_FROM: setting(mailbox(), {
    presetDoc: 'Norte <norte@localhost>',
    doc: 'Sender of every mail, `Norte <hola@example.org>`. Required with SMTP_URL.',
  }),
  MAILS_PER_COACH_PER_DAY: setting(integer(1, 1_000_000), {
    preset: '500',
    doc: 'Most mails that one coach causes in a day (invitations, sessions, groups); the rest waits for the next day. Codes, security mails and reminders are never held back.',
  }),
  UPLOAD_MAX_MB: setting(integer(1, 100), {
    preset: '5',
    doc: 'Largest picture or list of clients that may be uploaded, in megabytes of 1,048,576 bytes.',
  }),
  PAYMENT_PROVIDER: setting(choice(PaymentProviderName.options), {
    preset: 'sandbox',
    doc: 'How coaches pay: `sandbox` (test mode, charges nothing), `manual` (the operator marks a coach as paid), `off` (nobody has to pay).',
  }),
  ALLOW_SANDBOX: setting(yesNo(), {
    preset: 'no',
    doc: 'Allows the sandbox in production, where it is refused otherwise.',
  }),
  PLAN_MONTHLY_PRICE: setting(integer(1, 99_999_999), {
    preset: '49900',
    doc: 'Monthly plan in centavos of MXN, tax included.',
  }),
  PLAN_YEARLY_PRICE: setting(integer(1, 99_999_999), {
    preset: '499000',
    doc: 'Yearly plan in centavos of MXN, tax included.',
  }),
  TRIAL_DAYS: setting(integer(0, 90), { preset: '0', doc: 'Days free of charge after a first checkout.' }),
  TOKEN_SECRET: setting(strongSecret(), {
    presetDoc: 'made on the first start, in DATA_DIR/secrets',
    secret: true,
    doc: 'Signs sign-in tokens: at least 32 random characters (`openssl rand -base64 48`). Required in production with DATABASE_URL; the same on all servers.',
  }),
  OIDC_ISSUER: setting(issuer(), {
    presetDoc: 'Google, once the client is set',
    doc: 'Who proves identities for **Continuar con Google**: any OpenID Connect issuer, `https://accounts.google.com`.',
  }),
  OIDC_CLIENT_ID: setting(text(300), {
    doc: 'Client id that the issuer gave Norte, with `PUBLIC_URL/v1/auth/google/callback` as redirect address. Without it the button is absent.',
  }),
  OIDC_CLIENT_SECRET: setting(text(300), {
    secret: true,
    doc: 'Client secret that goes with OIDC_CLIENT_ID; both or none.',
  }),
  TRUST_PROXY: setting(proxies(), {
    preset: 'no',
    doc: 'Whose X-Forwarded-For counts: `no`, the number of proxies in front, or their addresses and networks separated by commas (`loopback` for a proxy on the same machine).',
  }),
  REQUESTS_PER_MINUTE: setting(integer(60, 10_000_000), {
    preset: '6000',
    doc: 'Most requests of one address (of IPv6, one network of 64 bits) in a minute: calls, pages, files, unknown paths and the socket alike, refused ones too. Far above a person, far below a flood.',
  }),
  ROLES: setting(choices(['web', 'worker']), {
    preset: 'web,worker',
    doc: 'What this process does: `web` answers requests, `worker` sends mails and reminders.',
  }),
  NODE_ENV: setting(choice(['development', 'production', 'test']), {
    preset: 'development',
    doc: '`production` closes the test conveniences (see below).',
  }),
  LOG_LEVEL: setting(choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), {
    presetDoc: '`info` in production, otherwise `warn`',
    doc: 'How much is logged, as JSON lines on standard output.',
  }),
  OPERATOR_NAME: setting(text(200), {
    doc: 'Person or company responsible for the data, named in /privacy and /terms.',
  }),
  OPERATOR_ADDRESS: setting(text(300), { doc: 'Postal address of the responsible, for /privacy.' }),
  PRIVACY_EMAIL: setting(email(), { doc: 'Where people exercise their privacy rights, for /privacy.' }),
  SUPPORT_EMAIL: setting(email(), { doc: 'Where "Contactar a soporte" leads.' }),
} satisfies Record<string, Setting<unknown>>

type Settings = typeof SETTINGS
type SettingName = keyof Settings
type ValueOf<N extends SettingName> = z.output<Settings[N]['schema']>
type Values = {
  [N in SettingName]: Settings[N] extends { preset: string } ? ValueOf<N> : ValueOf<N> | undefined
}

/** An invalid setting: `rule` is the key of its sentence in the cli locale file. Secret values are never included. */
export type ConfigProblem = {
  name: string
  rule: string
  value?: string
  params?: Record<string, string | number>
}

/** The configuration before the secrets are loaded. */
export type ParsedConfig = ReturnType<typeof assemble>
/** The configuration. Created by `loadSecrets` of platform/secrets.ts from a `ParsedConfig`. */
export type Config = Omit<ParsedConfig, 'tokenSecret'> & { tokenSecret: string }

export type ConfigResult = { config: ParsedConfig; problems?: undefined } | { problems: ConfigProblem[] }

/**
 * Reads and checks every setting, without side effects. `argv` are the arguments after the script's name. Refuses
 * unsafe combinations (product §5): outside this machine the sandbox needs ALLOW_SANDBOX=yes and demo data is not
 * available.
 */
export function parseConfig(env: Record<string, string | undefined>, argv: readonly string[]): ConfigResult {
  const problems: ConfigProblem[] = []
  const values: Partial<Record<SettingName, unknown>> = {}
  for (const name of keysOf(SETTINGS)) {
    const { schema, rule, params, preset, secret }: Setting<unknown> = SETTINGS[name]
    const given = env[name]?.trim() || preset
    if (given === undefined) continue
    const parsed = schema.safeParse(given)
    if (parsed.success) values[name] = parsed.data
    else problems.push({ name, rule, ...(params && { params }), ...(!secret && { value: given }) })
  }
  for (const argument of argv) {
    if (argument !== '--demo') problems.push({ name: argument, rule: 'argument' })
  }
  if (problems.length > 0) return { problems }
  const complete = values as Values
  const config = assemble(complete, argv.includes('--demo'))
  const unsafe = unsafeCombinations(complete, config)
  return unsafe.length > 0 ? { problems: unsafe } : { config }
}

function assemble(values: Values, demo: boolean) {
  const publicUrl = values.PUBLIC_URL ?? defaultUrl(values.HOST, values.PORT)
  const isOpen = !isLoopback(publicUrl) || !isLoopback(defaultUrl(values.HOST, values.PORT))
  const production = values.NODE_ENV === 'production' || isOpen
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    /** False if PUBLIC_URL is derived from HOST and PORT. */
    publicUrlGiven: values.PUBLIC_URL !== undefined,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? 'Norte <norte@localhost>',
    /** The page that shows the outbox: only without a mail server, never in production (product §5). */
    localMailPage: !values.SMTP_URL && !production,
    mailsPerCoachPerDay: values.MAILS_PER_COACH_PER_DAY,
    uploadMaxBytes: values.UPLOAD_MAX_MB * 1_048_576,
    paymentProvider: values.PAYMENT_PROVIDER,
    plans: [
      { id: 'monthly' as const, amountMinor: values.PLAN_MONTHLY_PRICE, currency: 'MXN' },
      { id: 'yearly' as const, amountMinor: values.PLAN_YEARLY_PRICE, currency: 'MXN' },
    ],
    trialDays: values.TRIAL_DAYS,
    tokenSecret: values.TOKEN_SECRET,
    oidc: oidcOf(values),
    trustProxy: values.TRUST_PROXY,
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    roles: { web: values.ROLES.includes('web'), worker: values.ROLES.includes('worker') },
    /** NODE_ENV=production, or a PUBLIC_URL or HOST that is not loopback (product §5). */
    production,
    logLevel: values.LOG_LEVEL ?? (production ? ('info' as const) : ('warn' as const)),
    operator: { name: values.OPERATOR_NAME, address: values.OPERATOR_ADDRESS, email: values.PRIVACY_EMAIL },
    supportEmail: values.SUPPORT_EMAIL,
    /** Fill an empty database with the demo world. */
    demo,
  }
}

function unsafeCombinations(values: Values, config: ParsedConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  if (config.production && values.PAYMENT_PROVIDER === 'sandbox' && !values.ALLOW_SANDBOX)
    problems.push({ name: 'PAYMENT_PROVIDER', rule: 'sandbox_in_production' })
  if (config.production && config.demo) problems.push({ name: '--demo', rule: 'demo_in_production' })
  if (config.production && config.databaseUrl && !config.tokenSecret)
    problems.push({ name: 'TOKEN_SECRET', rule: 'secret_needed' })
  problems.push(...halfSetOidc(values))
  if (config.smtpUrl && !values.MAIL_FROM) problems.push({ name: 'MAIL_FROM', rule: 'sender_needed' })
  return problems
}

function defaultUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const GOOGLE = 'https://accounts.google.com'

/** The identity provider; undefined if none is configured. */
function oidcOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Values) {
  if (!OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return undefined
  return { issuer: OIDC_ISSUER ?? GOOGLE, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET }
}

function halfSetOidc(values: Values): ConfigProblem[] {
  const both = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missing = both.filter((name) => !values[name])
  const begun = missing.length < both.length || values.OIDC_ISSUER !== undefined
  return begun ? missing.map((name) => ({ name, rule: 'oidc_incomplete' })) : []
}
