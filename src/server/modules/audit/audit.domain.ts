import type { AuditKind } from '#contract/account/activity.ts'
import type { AuditEntryId, UserId } from '#contract/values.ts'
import { DAY_MS, type EpochMs, MINUTE_MS } from '#time/clock.ts'

/** Who did something: a person, somebody who was not signed in, an operator by the name they gave, or Norte itself. */
export type AuditActor = UserId | 'unknown' | 'system' | { operator: string }

/** Plain facts: names with texts, numbers or truths. What has no value is left out. */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>

/** From where something was done, as http tells it. */
export type AuditOrigin = { address: string; userAgent?: string | undefined }

/** Something to be noted in the audit log. */
export type NewAuditEntry = {
  kind: AuditKind
  /** Whom it concerns, and who reads it under their activity; null if nobody in particular. */
  userId: UserId | null
  actor: AuditActor
  /** From where; personal. */
  origin?: AuditOrigin | undefined
  /** What else there is to say, without anything personal: it stays for good. */
  detail?: Facts
  /** What is personal, and may be erased. */
  personal?: Facts
}

/** An entry as it is stored, with what is hashed. */
export type StoredEntry = {
  id: AuditEntryId
  at: EpochMs
  kind: string
  userId: string | null
  actor: string
  actorUserId: string | null
  operator: string | null
  detail: string
  detailHash: Buffer
}

/** The version of the stored details. A change of their fields takes the next number. */
const VERSION = 1

/** The most characters of a browser's name that are kept. */
export const USER_AGENT_LENGTH = 300

/** What of an entry stays, as it is stored. */
export const storedDetail = ({ detail = {} }: NewAuditEntry): string =>
  JSON.stringify({ v: VERSION, ...detail })

/** What of an entry is personal, as it is stored. */
export function storedPersonal({ origin, personal = {} }: NewAuditEntry): string {
  const { address, userAgent } = origin ?? {}
  return JSON.stringify({ address, userAgent: userAgent?.slice(0, USER_AGENT_LENGTH), ...personal })
}

/**
 * The text of an entry that its seal is a hash of. JSON of a list keeps fields apart whatever they contain, and is the
 * same on every machine; another form would need another first field.
 */
export function canonical({
  id,
  at,
  kind,
  userId,
  actor,
  actorUserId,
  operator,
  detail,
  detailHash,
}: StoredEntry): string {
  return JSON.stringify([
    'norte audit 1',
    id,
    at,
    kind,
    userId,
    actor,
    actorUserId,
    operator,
    detail,
    detailHash.toString('hex'),
  ])
}

/** An address by which its owner knows it again and others do not: `a…@e….mx`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, host] = [email.slice(0, at), email.slice(at + 1)]
  const dot = host.lastIndexOf('.')
  return `${name.slice(0, 1)}…@${host.slice(0, 1)}…${dot < 0 ? '' : host.slice(dot)}`
}

/** Entries that wait for their seal for longer than this are told of: no worker seals them. */
export const SEALED_WITHIN_MS = 5 * MINUTE_MS

/** How long addresses, browsers and masked e-mails are kept: a year. */
export const DETAILS_KEPT_MS = 365 * DAY_MS

/** Most entries of wrong passwords for one account in an hour, from all network addresses together. */
export const MOST_FAILURES = 20
