import { resolve, sep } from 'node:path'
import type { z } from 'zod'
import { keysOf } from '#contract/keys-of.ts'
import { BACKUP_SETTINGS } from './settings/backups.ts'
import { MAIL_SETTINGS } from './settings/mails.ts'
import { OPERATOR_SETTINGS } from './settings/operator.ts'
import { PAYMENT_SETTINGS } from './settings/payments.ts'
import { PRICE_SETTINGS } from './settings/prices.ts'
import { PUSH_SETTINGS } from './settings/push.ts'
import { REQUEST_LIMIT_SETTINGS } from './settings/request-limits.ts'
import { SERVER_SETTINGS } from './settings/server.ts'
import { SIGN_IN_SETTINGS } from './settings/sign-in.ts'
import { STORAGE_SETTINGS } from './settings/storage.ts'
import { STRIPE_SETTINGS } from './settings/stripe.ts'
import { UPLOAD_SETTINGS } from './settings/uploads.ts'
import { VIDEO_SETTINGS } from './settings/video.ts'
import type { Setting } from './settings/setting.ts'
import { isLoopback } from './settings/values.ts'

/** Every environment variable that Norte reads. docs/self-hosting.md is generated from this table. */
export const SETTINGS = {
  ...SERVER_SETTINGS,
  ...STORAGE_SETTINGS,
  ...REQUEST_LIMIT_SETTINGS,
  ...UPLOAD_SETTINGS,
  ...MAIL_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...PRICE_SETTINGS,
  ...STRIPE_SETTINGS,
  ...SIGN_IN_SETTINGS,
  ...PUSH_SETTINGS,
  ...VIDEO_SETTINGS,
  ...BACKUP_SETTINGS,
  ...OPERATOR_SETTINGS,
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
export type Config = Omit<ParsedConfig, 'tokenSecret' | 'vapidPrivateKey'> & {
  tokenSecret: string
  vapidPrivateKey: string
}

export type ConfigResult = { config: ParsedConfig; problems?: undefined } | { problems: ConfigProblem[] }

type ParseOptions = {
  /** For the operator's command that makes the endpoint of webhooks: its secret is not known before. */
  withoutWebhooks?: boolean
  /** For a restore: the secrets of the installation may lie in the backup. */
  withoutSecrets?: boolean
}

/**
 * Reads and checks every setting, without side effects. `argv` are the arguments after the script's name. Refuses
 * unsafe combinations (product §5): outside this machine the sandbox needs ALLOW_SANDBOX=yes and demo data is not
 * available.
 */
export function parseConfig(
  env: Record<string, string | undefined>,
  argv: readonly string[],
  options: ParseOptions = {},
): ConfigResult {
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
  const unsafe = unsafeCombinations(complete, config, options)
  return unsafe.length > 0 ? { problems: unsafe } : { config }
}

function assemble(values: Values, demo: boolean) {
  const publicUrl = values.PUBLIC_URL ?? urlOf(values.HOST, values.PORT)
  const isOpen = !isLoopback(publicUrl) || !isLoopback(urlOf(values.HOST, values.PORT))
  const production = values.NODE_ENV === 'production' || isOpen
  return {
    port: values.PORT,
    host: values.HOST,
    /** Another port for health checks and metrics; undefined for none. */
    operationsPort: values.OPERATIONS_PORT,
    /** What opens /metrics; undefined if nobody may read them. */
    metricsToken: values.METRICS_TOKEN,
    publicUrl,
    /** False if PUBLIC_URL is derived from HOST and PORT. */
    publicUrlGiven: values.PUBLIC_URL !== undefined,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    /** Connects the processes of one database; undefined if the database does. */
    redisUrl: values.REDIS_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? 'Norte <norte@localhost>',
    /** The page that shows the outbox: only without a mail server, never in production (product §5). */
    localMailPage: !values.SMTP_URL && !production,
    mailsPerCoachPerDay: values.MAILS_PER_COACH_PER_DAY,
    uploadMaxBytes: values.UPLOAD_MAX_MB * 1_048_576,
    resourceMaxBytes: values.RESOURCE_MAX_MB * 1_048_576,
    resourceQuotaBytes: values.RESOURCE_QUOTA_MB * 1_048_576,
    /** The bucket for uploaded files; undefined if they are on disk. */
    s3: s3Of(values),
    paymentProvider: values.PAYMENT_PROVIDER,
    /** The account at Stripe; undefined without one. */
    stripe: stripeOf(values),
    plans: [
      { id: 'monthly' as const, amountMinor: values.PLAN_MONTHLY_PRICE, currency: 'MXN' },
      { id: 'yearly' as const, amountMinor: values.PLAN_YEARLY_PRICE, currency: 'MXN' },
    ],
    trialDays: values.TRIAL_DAYS,
    tokenSecret: values.TOKEN_SECRET,
    vapidPrivateKey: values.VAPID_PRIVATE_KEY,
    /** How browsers find a way to each other in calls. */
    ice: {
      stunUrls: values.STUN_URLS ?? [],
      turnUrls: values.TURN_URLS ?? [],
      turnSecret: values.TURN_SECRET,
    },
    /** What passes on media of groups; undefined without one. */
    sfu: sfuOf(values),
    oidc: oidcOf(values),
    trustProxy: values.TRUST_PROXY,
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    messagesPerMinute: values.MESSAGES_PER_MINUTE,
    /** A web server that is told to end still answers for this long, and then for as long again without new connections. */
    drainMs: (values.DRAIN_SECONDS ?? (production && values.DATABASE_URL ? 5 : 0)) * 1000,
    roles: { web: values.ROLES.includes('web'), worker: values.ROLES.includes('worker') },
    /** NODE_ENV=production, or a PUBLIC_URL or HOST that is not loopback (product §5). */
    production,
    logLevel: values.LOG_LEVEL ?? (production ? ('info' as const) : ('warn' as const)),
    operator: {
      name: values.OPERATOR_NAME,
      address: values.OPERATOR_ADDRESS,
      taxId: values.OPERATOR_TAX_ID,
      email: values.PRIVACY_EMAIL,
    },
    supportEmail: values.SUPPORT_EMAIL,
    backups: {
      folder: values.BACKUP_DIR && resolve(values.BACKUP_DIR),
      /** When one is made every day; undefined if none is. */
      at: values.BACKUP_AT,
      keep: values.BACKUP_KEEP,
      key: values.BACKUP_KEY,
    },
    /** Fill an empty database with the demo world. */
    demo,
  }
}

function unsafeCombinations(
  values: Values,
  config: ParsedConfig,
  { withoutWebhooks = false, withoutSecrets = false }: ParseOptions,
): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  if (config.production && values.PAYMENT_PROVIDER === 'sandbox' && !values.ALLOW_SANDBOX)
    problems.push({ name: 'PAYMENT_PROVIDER', rule: 'sandbox_in_production' })
  if (values.PAYMENT_PROVIDER === 'stripe') {
    const needed = withoutWebhooks ? (['STRIPE_SECRET_KEY'] as const) : NEEDED_FOR_STRIPE
    problems.push(...incompleteStripe(values, config.production, needed))
  }
  if (config.production && config.demo) problems.push({ name: '--demo', rule: 'demo_in_production' })
  if (config.production && config.databaseUrl && !withoutSecrets) {
    if (!config.tokenSecret) problems.push({ name: 'TOKEN_SECRET', rule: 'secret_needed' })
    if (!config.vapidPrivateKey) problems.push({ name: 'VAPID_PRIVATE_KEY', rule: 'vapid_key_needed' })
  }
  problems.push(...halfSetOidc(values), ...incompleteS3(values), ...halfSetSfu(values))
  if (config.roles.web && config.port !== 0 && config.operationsPort === config.port)
    problems.push({ name: 'OPERATIONS_PORT', rule: 'same_port' })
  if (values.BACKUP_AT && !config.backups.folder)
    problems.push({ name: 'BACKUP_DIR', rule: 'backup_dir_needed' })
  if (config.backups.folder && isWithin(config.backups.folder, config.dataDir))
    problems.push({ name: 'BACKUP_DIR', rule: 'backup_dir_in_data' })
  if (config.redisUrl && !config.databaseUrl) problems.push({ name: 'REDIS_URL', rule: 'redis_alone' })
  if (config.smtpUrl && !values.MAIL_FROM) problems.push({ name: 'MAIL_FROM', rule: 'sender_needed' })
  return problems
}

/** Whether a folder is another one, or lies in it; both are absolute. */
function isWithin(folder: string, other: string): boolean {
  return `${folder}${sep}`.startsWith(other.endsWith(sep) ? other : `${other}${sep}`)
}

/** The address of a port. */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function s3Of(values: Values) {
  const { STORAGE, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  if (STORAGE !== 's3' || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

function incompleteS3(values: Values): ConfigProblem[] {
  if (values.STORAGE !== 's3') return []
  return (['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    .filter((name) => !values[name])
    .map((name) => ({ name, rule: 's3_incomplete' }))
}

function stripeOf({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS = [], STRIPE_API_URL }: Values) {
  if (!STRIPE_SECRET_KEY) return undefined
  return { apiKey: STRIPE_SECRET_KEY, webhookSecrets: STRIPE_WEBHOOK_SECRETS, apiUrl: STRIPE_API_URL }
}

const NEEDED_FOR_STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'] as const

function incompleteStripe(
  values: Values,
  production: boolean,
  needed: readonly (typeof NEEDED_FOR_STRIPE)[number][],
): ConfigProblem[] {
  // With a test key anybody pays with a card that everybody knows.
  if (production && values.STRIPE_SECRET_KEY?.includes('_test_') && !values.ALLOW_SANDBOX)
    return [{ name: 'STRIPE_SECRET_KEY', rule: 'test_key_in_production' }]
  return needed.filter((name) => !values[name]).map((name) => ({ name, rule: 'stripe_incomplete' }))
}

/** The SFU; undefined if none is configured. */
function sfuOf({ JANUS_URL, JANUS_SECRET }: Values) {
  return JANUS_URL && JANUS_SECRET ? { url: JANUS_URL, secret: JANUS_SECRET } : undefined
}

function halfSetSfu(values: Values): ConfigProblem[] {
  const missing = (['JANUS_URL', 'JANUS_SECRET'] as const).filter((name) => !values[name])
  return missing.length === 1 ? missing.map((name) => ({ name, rule: 'janus_incomplete' })) : []
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
