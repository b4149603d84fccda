import { type DestinationStream, type Logger, pino } from 'pino'
import { currentContext } from '#server/work-context.ts'
import { openLogOutput } from './log-output.ts'
import { readableStack } from './readable-stacks.ts'

export type { Logger } from 'pino'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/**
 * The process's log: JSON lines on standard output, each with the request, job or timer that it belongs to. Passwords, tokens,
 * codes, link secrets and mail addresses are redacted in the finished line, so that nested objects, error messages and
 * URLs are covered too.
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    // A copy: the line is written into it.
    mixin: () => ({ ...currentContext() }),
    hooks: { streamWrite: redact },
  }
  return pino(options, destination ?? (standardOutput ??= openLogOutput(1)))
}

/** One for the process: the lines of two would mix. */
let standardOutput: DestinationStream | undefined

/**
 * The parts of an error that are logged. Libraries attach more: whole connections with their settings, the row that
 * violated a constraint.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  const [code, constraint] = ['code', 'constraint'].map((key): unknown => Reflect.get(error, key))
  return { type, message, code, constraint, stack: readableStack(stack) }
}

const HIDDEN = '[hidden]'

// Every unbounded part below ends at a character that cannot start a new match, so that hostile text costs no time.

/** `"password":"…"` and similar, with any prefix or suffix of the key. */
const SECRET_FIELD =
  /"([^"\\]{0,40}(?:password|passwd|secret|token|authorization|cookie|ticket|api[-_]?key)[^"\\]{0,40})":"(?:[^"\\]|\\.)*"/gi
/** A mailed code has six digits; PostgreSQL's codes have five, and refusal codes are words. */
const CODE_FIELD = /"code":"\d{6}"/g
/**
 * Parameters of links: `t` of invitation and recovery, the sign-in's `ticket`, `google`, `code`, `state`, a file's
 * `signature`. Also when a link is encoded inside another, as in a message for WhatsApp.
 */
const LINK_SECRET =
  /((?:[?&#]|%3F|%26|%23)(?:t|token|ticket|google|code|state|signature)(?:=|%3D))[^&#\s"\\]+/gi
const BEARER = /\b(Bearer\s+)[\w.~+/=-]+/gi
/** A JWT anywhere in the line. */
const JWT = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g
/** The password inside a connection address. */
const URL_PASSWORD = /([a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@"\\]{0,100}:)[^\s@"\\]{1,300}(?=@)/gi
/** The secret file name of a calendar feed, also without its extension or inside another link. */
const FEED_SECRET = /((?:\/|%2F)calendar(?:\/|%2F)feed(?:\/|%2F))[\w-]+/gi

/**
 * An address of a person, as in the refusal of a mail server, but not the version of a package (`pkg@1.2.3`). The escape before it
 * stays, or the line would not be JSON any more.
 */
const MAIL_ADDRESS =
  /((?:\\u[\da-f]{4}|\\.)?)[^\s"\\<>()[\]@,;:/=]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,8}\.[a-z]{2,63}\b/gi

/** Redacts the secrets and the mail addresses in a line of text and keeps everything else. */
export function redact(line: string): string {
  const redacted = line
    .replace(SECRET_FIELD, `"$1":"${HIDDEN}"`)
    .replace(CODE_FIELD, `"code":"${HIDDEN}"`)
    .replace(LINK_SECRET, `$1${HIDDEN}`)
    .replace(BEARER, `$1${HIDDEN}`)
    .replace(JWT, HIDDEN)
    .replace(URL_PASSWORD, `$1${HIDDEN}`)
    .replace(FEED_SECRET, `$1${HIDDEN}`)
  return redacted.includes('@') ? redacted.replace(MAIL_ADDRESS, `$1${HIDDEN}`) : redacted
}
