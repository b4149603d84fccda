import { z } from 'zod'
import type { CalendarDate } from '#time/calendar-date.ts'
import { type EpochMs, isIsoInstant, toIso } from '#time/clock.ts'
import { isTimeZone } from '#time/zones.ts'

/**
 * Ids are UUIDs (product §2); the brand keeps ids of different kinds apart. In lower case, as the database writes them:
 * there, not in the code, both ways of writing one are equal.
 */
const id = <const Brand extends string>(_brand: Brand) => z.uuid().toLowerCase().brand<Brand>()

export const UserId = id('UserId')
export type UserId = z.infer<typeof UserId>
export const MembershipId = id('MembershipId')
export type MembershipId = z.infer<typeof MembershipId>
export const AuthSessionId = id('AuthSessionId')
export type AuthSessionId = z.infer<typeof AuthSessionId>
export const ClientId = id('ClientId')
export type ClientId = z.infer<typeof ClientId>
export const GroupId = id('GroupId')
export type GroupId = z.infer<typeof GroupId>
/** A person's membership of a group. */
export const MemberId = id('MemberId')
export type MemberId = z.infer<typeof MemberId>
export const ExportId = id('ExportId')
export type ExportId = z.infer<typeof ExportId>
/** A practice that is read back from an archive. */
export const DataImportId = id('DataImportId')
export type DataImportId = z.infer<typeof DataImportId>
/** An import of clients that was previewed and not yet confirmed. */
export const ImportId = id('ImportId')
export type ImportId = z.infer<typeof ImportId>
export const SessionId = id('SessionId')
export type SessionId = z.infer<typeof SessionId>
/** Sessions that were booked together, or time that was blocked together. */
export const SeriesId = id('SeriesId')
export type SeriesId = z.infer<typeof SeriesId>
export const BlockId = id('BlockId')
export type BlockId = z.infer<typeof BlockId>
export const AgendaItemId = id('AgendaItemId')
export type AgendaItemId = z.infer<typeof AgendaItemId>
export const ActionId = id('ActionId')
export type ActionId = z.infer<typeof ActionId>
export const MemorandumId = id('MemorandumId')
export type MemorandumId = z.infer<typeof MemorandumId>
export const MilestoneId = id('MilestoneId')
export type MilestoneId = z.infer<typeof MilestoneId>
/** One note of a goal's progress. */
export const CheckInId = id('CheckInId')
export type CheckInId = z.infer<typeof CheckInId>
export const CheckInKey = id('CheckInKey')
export type CheckInKey = z.infer<typeof CheckInKey>
export const NoteId = id('NoteId')
export type NoteId = z.infer<typeof NoteId>
export const NoteVersionId = id('NoteVersionId')
export type NoteVersionId = z.infer<typeof NoteVersionId>
export const GoalId = id('GoalId')
export type GoalId = z.infer<typeof GoalId>
export const NotificationId = id('NotificationId')
export type NotificationId = z.infer<typeof NotificationId>
export const AuditEntryId = id('AuditEntryId')
export type AuditEntryId = z.infer<typeof AuditEntryId>
export const PaymentEntryId = id('PaymentEntryId')
export type PaymentEntryId = z.infer<typeof PaymentEntryId>
export const CheckoutId = id('CheckoutId')
export type CheckoutId = z.infer<typeof CheckoutId>
export const FileId = id('FileId')
export type FileId = z.infer<typeof FileId>
export const ResourceId = id('ResourceId')
export type ResourceId = z.infer<typeof ResourceId>
/** A file of a resource, from its first uploaded byte. */
export const ResourceFileId = id('ResourceFileId')
export type ResourceFileId = z.infer<typeof ResourceFileId>
/** A resource given to a client or a group. */
export const AssignmentId = id('AssignmentId')
export type AssignmentId = z.infer<typeof AssignmentId>
/** A room's id is the id of its client or group (product §1 D10). */
export const RoomId = id('RoomId')
export type RoomId = z.infer<typeof RoomId>
export const MessageId = id('MessageId')
export type MessageId = z.infer<typeof MessageId>
/** A browser's tab in a call, by its own choice: the same after it is loaded again. */
export const PeerId = id('PeerId')
export type PeerId = z.infer<typeof PeerId>
/** The sender's own key of a message: sending it again changes nothing (product §16). */
export const MessageKey = id('MessageKey')
export type MessageKey = z.infer<typeof MessageKey>

/** An instant on the wire: ISO-8601 in UTC (product §2), at most milliseconds, within the supported years. */
export const IsoInstant = z.iso
  .datetime()
  .refine((text) => isIsoInstant(text) && text >= '1970' && text < '2200', 'instant_invalid')
  .brand<'IsoInstant'>()
export type IsoInstant = z.infer<typeof IsoInstant>

/** An instant in wire format; null stays null. */
export function toWire(ms: EpochMs): IsoInstant
export function toWire(ms: EpochMs | null): IsoInstant | null
export function toWire(ms: EpochMs | null): IsoInstant | null {
  return ms === null ? null : toIso(ms)
}

/** A calendar date, `YYYY-MM-DD`, that exists. */
export const DateOn = z.iso
  .date()
  .refine((text) => text >= '1900' && text < '2200', 'date_invalid')
  .brand<'CalendarDate'>()
export type DateOn = CalendarDate

/** An IANA zone id known to the runtime (product §1 D4). */
export const TimeZoneId = z.string().max(64).refine(isTimeZone, 'timezone_invalid')

/**
 * The text without the characters that change the writing direction (Unicode Bidi_Control). They are copied along
 * invisibly with a name or a number, and change how the text around them is displayed.
 */
export const withoutBidi = (text: string) => text.replace(/\p{Bidi_Control}+/gu, '')

/** Country as `name.common` of /v1/countries (product §1 D4). */
export const Country = z.string().overwrite(withoutBidi).trim().min(2).max(80)

// Any visible character: no space, no format or combining character, no blank that counts as a symbol.
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * One line of typed text: a name, a title, an address. Control characters and other line breaks are refused;
 * bidirectional control characters are removed. A required text has at least one visible character.
 */
export const line = (min: number, max: number) =>
  z
    .string()
    .overwrite(withoutBidi)
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'line_break_invalid')
    .refine((text) => min === 0 || text.length < min || VISIBLE.test(text), 'required')

/** Text of several lines; only NUL, which PostgreSQL cannot store, is refused. */
export const paragraph = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !text.includes('\u0000'), 'character_invalid')

/** Typed text of several lines that has to say something: as `paragraph`, with at least one visible character. */
export const words = (min: number, max: number) =>
  z
    .string()
    .overwrite(withoutBidi)
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !text.includes('\u0000'), 'character_invalid')
    .refine((text) => text === '' || text.length < min || VISIBLE.test(text), 'required')

/** An e-mail address as accounts compare it: trimmed and in lower case. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('email_invalid'))

/** The secret of a link (product §3, §4): 256 random bits in base64url. An empty one never parses. */
export const LinkToken = z.string().min(1).max(128)

/** A meeting address: only https (product §9). A control character in it, such as NUL, is nobody's address. */
export const HttpsUrl = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'url_https' })
  .max(500)
  .refine((url) => !/\p{Cc}/u.test(url), 'url_https')

/** The path parameter `type` next to an item id (product §1 D10). */
export const CoacheeType = z.enum(['Client', 'Group'])
export type CoacheeType = z.infer<typeof CoacheeType>

/** Query of every list (product §2, spec §9): `direction` asc, 10 items, pages from 1. */
export const PageQuery = z.strictObject({
  direction: z.enum(['asc', 'desc']).default('asc'),
  items: z.coerce.number().int().min(1).max(100).default(10),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})
export type PageQuery = z.infer<typeof PageQuery>

/** One page of a list. */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({ data: z.array(item), total: z.int(), page: z.int(), items: z.int() })

export const Photo = z.object({ fileURL: z.string() })
export type Photo = z.infer<typeof Photo>
