import type { ActionStatus } from '#contract/actions/actions.ts'
import type { PaymentStatus } from '#contract/account/auth.ts'
import type { ReminderKind } from '#contract/calendar/calendar.ts'
import type { GoalStatus } from '#contract/goals/goals.ts'
import type { GroupStatus } from '#contract/groups.ts'
import type { SessionOutcome } from '#contract/sessions/sessions.ts'
import type {
  ActionId,
  ClientId,
  DataImportId,
  ExportId,
  GoalId,
  DateOn,
  GroupId,
  IsoInstant,
  MemorandumId,
  NoteId,
  ResourceId,
  RoomId,
  SeriesId,
  SessionId,
  UserId,
} from '#contract/values.ts'

/** A mail as its queue holds it; `effects/mails/mail-job.ts` reads it. */
export type QueuedMail = { eventId: string; [field: string]: unknown }

/** A reading of a payment provider as its queue holds it; `modules/payments/accounts` reads it. */
export type QueuedReading = { [field: string]: unknown }

/** A push as its queue holds it; `effects/pushes/push-job.ts` reads it. */
export type QueuedPush = { eventId: string; [field: string]: unknown }

/** Which side of a practice. */
export type Side = 'coach' | 'client'

type Happened<Type extends string, Subject extends string, Payload> = {
  type: Type
  /** The practice it happened in. */
  coachId: UserId
  /** Who did it; null for the clock or a person without an account. */
  actorUserId: UserId | null
  subjectId: Subject
  payload: Payload
}

/** The session's client or group (the other is null), and its time. */
type SessionPayload = {
  clientId: ClientId | null
  groupId: GroupId | null
  startsAt: IsoInstant
  endsAt: IsoInstant
}

/** The goal's client or group (the other is null), and which side did it. */
type GoalPayload = { clientId: ClientId | null; groupId: GroupId | null; by: Side }

/** Whom a note is about (the other is null), and whether they read it. */
type NotePayload = { clientId: ClientId | null; groupId: GroupId | null; shared: boolean }

/** Set if several were booked, moved or cancelled together: the first event notifies people of all of them. */
export type OfSeries = { seriesId?: SeriesId; quiet?: true }

/** Set for a client among many: `clients.imported` or `clients.changed` updates the coach's screens once for all. */
type Imported = { imported?: true }

/** A session that was cancelled with its process, as the client reads it. */
export type CalledOff = { sessionId: SessionId; title: string; startsAt: IsoInstant; endsAt: IsoInstant }

/** Whom a resource was given to. */
type GivenPayload = { clientId: ClientId | null; groupId: GroupId | null }

/** The sessions that a paused or ended process cancelled. */
type ProcessPayload = { calledOff: readonly CalledOff[] }

/** When the notification of a memorandum is due now; null if it has none to come. Its text is not in the history. */
type MemorandumPayload = { remindAt: IsoInstant | null }

/** What happens to the notes of a coach to themselves (product §15). */
export type MemorandumEvent =
  | Happened<'memorandum.added', MemorandumId, MemorandumPayload>
  | Happened<'memorandum.edited', MemorandumId, MemorandumPayload>
  | Happened<'memorandum.postponed', MemorandumId, MemorandumPayload>
  | Happened<'memorandum.done', MemorandumId, MemorandumPayload>
  | Happened<'memorandum.cancelled', MemorandumId, MemorandumPayload>
  | Happened<'memorandum.reopened', MemorandumId, MemorandumPayload>
  | Happened<'memorandum.deleted', MemorandumId, MemorandumPayload>
  | Happened<'memorandum.restored', MemorandumId, MemorandumPayload>
  /** The next occurrence goes, because the one that brought it is open again. */
  | Happened<'memorandum.withdrawn', MemorandumId, MemorandumPayload>
  /** Its coach chose another zone. */
  | Happened<'memorandum.rezoned', MemorandumId, MemorandumPayload>
  /** Its day and time have come. */
  | Happened<'memorandum.due', MemorandumId, { dueAt: IsoInstant }>

/**
 * Everything that can happen in the product: its history in one file. A service records each in the transaction
 * that makes it true; `effects/` plans mails, notifications and timers from it.
 */
export type DomainEvent =
  | Happened<'email.code_requested', UserId, Record<never, never>>
  | Happened<'account.recovery_requested', UserId, Record<never, never>>
  // Missing in events of earlier versions.
  | Happened<'account.password_changed', UserId, { endedFeeds?: number; identities?: readonly string[] }>
  | Happened<'account.email_change_requested', UserId, Record<never, never>>
  | Happened<'account.email_changed', UserId, { before: string }>
  /** The archive of all data can be fetched. */
  | Happened<'account.export_ready', UserId, Record<never, never>>
  /** The account is to be deleted then; it may be kept until that day. */
  | Happened<'account.deletion_asked' | 'account.deletion_near', UserId, { dueAt: IsoInstant }>
  | Happened<'account.kept', UserId, Record<never, never>>
  | Happened<'account.google_linked', UserId, Record<never, never>>
  | Happened<'account.google_unlinked', UserId, Record<never, never>>
  | Happened<'payment.changed', UserId, { status: PaymentStatus }>
  /** Money came; null if it counts without an end. */
  | Happened<'payment.received', UserId, { until: IsoInstant | null }>
  /** In so many days a period ends that nothing pays for by itself. */
  | Happened<'payment.ending', UserId, { periodEndsAt: IsoInstant; days: number }>
  /** A bank refused a charge; null if it is not tried again. */
  | Happened<'payment.charge_failed', UserId, { retryAt: IsoInstant | null }>
  /** The same, for the notification: a release that does not know it still sends the mail of the other. */
  | Happened<'payment.charge_refused', UserId, { retryAt: IsoInstant | null }>
  | Happened<'calendar.changed', UserId, Record<never, never>>
  | Happened<'client.created', ClientId, Imported>
  /** `email` is the mail's address, `mailAt` its time if it has to wait for the daily limit (modules/mails). */
  | Happened<'client.invited', ClientId, Imported & { email?: string; mailAt?: IsoInstant }>
  | Happened<'clients.imported', UserId, { created: number }>
  /** A whole practice was read back from an archive. */
  | Happened<'practice.imported', UserId, { clients: number; sessions: number }>
  /** Many were invited or tagged together. */
  | Happened<'clients.changed', UserId, { changed: number }>
  | Happened<'client.changed', ClientId, { readdressed?: true }>
  | Happened<'client.paused', ClientId, ProcessPayload>
  | Happened<'client.resumed', ClientId, Record<never, never>>
  | Happened<'client.finished', ClientId, ProcessPayload>
  | Happened<'client.reactivated', ClientId, Record<never, never>>
  | Happened<'client.archived', ClientId, ProcessPayload>
  | Happened<'client.restored', ClientId, Record<never, never>>
  /** The account on the other side is to be deleted: of a client's coach, or of a coach's client. */
  | Happened<'coach.leaving' | 'client.leaving', ClientId, { dueAt: IsoInstant }>
  | Happened<'coach.staying' | 'client.staying', ClientId, Record<never, never>>
  /** The account of the client is gone. */
  | Happened<'client.left', ClientId, Record<never, never>>
  | Happened<'coach.changed', UserId, Record<never, never>>
  | Happened<'invitation.shared', ClientId, Record<never, never>>
  | Happened<'invitation.code_requested', ClientId, Record<never, never>>
  /** `groupId` if the person was invited into a group: the group they have joined. */
  | Happened<'invitation.accepted', ClientId, { groupId?: GroupId }>
  | Happened<'invitation.declined', ClientId, Record<never, never>>
  | Happened<'group.created', GroupId, Record<never, never>>
  | Happened<'group.changed', GroupId, Record<never, never>>
  /** `calledOff` are the sessions that its end cancelled. */
  | Happened<'group.moved', GroupId, { from: GroupStatus; to: GroupStatus; calledOff?: readonly CalledOff[] }>
  | Happened<'group.member_added', GroupId, { clientId: ClientId }>
  | Happened<'group.member_invited', GroupId, { clientId: ClientId }>
  | Happened<'group.member_joined', GroupId, { clientId: ClientId }>
  | Happened<'group.member_declined', GroupId, { clientId: ClientId }>
  | Happened<'group.member_left', GroupId, { clientId: ClientId }>
  | Happened<'group.member_removed', GroupId, { clientId: ClientId }>
  | Happened<'session.requested', SessionId, SessionPayload & { expiresAt: IsoInstant }>
  | Happened<'session.booked', SessionId, SessionPayload & OfSeries & { by: Side; past: boolean }>
  /** The coach confirms a request, the client one of the proposed times: `startsAt` is the chosen one. */
  | Happened<'session.confirmed', SessionId, SessionPayload & { by: Side }>
  | Happened<
      'session.proposed',
      SessionId,
      SessionPayload & { expiresAt: IsoInstant; times: readonly IsoInstant[] }
    >
  | Happened<'session.rejected', SessionId, SessionPayload & { reason: string }>
  | Happened<
      'session.cancelled',
      SessionId,
      SessionPayload & OfSeries & { by: Side; late: boolean; reason: string }
    >
  | Happened<'session.calledOff', SessionId, SessionPayload>
  | Happened<'session.expired', SessionId, SessionPayload>
  /**
   * `startsAt` is the new time. `quiet` also if the coach chose to notify nobody. `mailedLater`: its mail is sent with
   * `session.move_told`; in the first release each move was mailed separately.
   */
  | Happened<
      'session.rescheduled',
      SessionId,
      SessionPayload &
        OfSeries & { by: Side; fromStartsAt: IsoInstant; fromEndsAt?: IsoInstant; mailedLater?: true }
    >
  /** The mail about one or more moves is due: to this side, with the time as it is then. */
  | Happened<
      'session.move_told',
      SessionId,
      SessionPayload & OfSeries & { to: Side; fromStartsAt: IsoInstant }
    >
  /** `lapsesAt` is when it is declined automatically. */
  | Happened<
      'session.move_requested',
      SessionId,
      SessionPayload & { toStartsAt: IsoInstant; toEndsAt: IsoInstant; lapsesAt: IsoInstant }
    >
  | Happened<'session.move_declined', SessionId, SessionPayload & { toStartsAt: IsoInstant }>
  | Happened<'session.move_withdrawn', SessionId, SessionPayload & { toStartsAt: IsoInstant }>
  | Happened<'session.excuse_withdrawn', SessionId, SessionPayload & { personId: ClientId }>
  | Happened<'session.excused', SessionId, SessionPayload & { personId: ClientId; reason: string }>
  | Happened<'session.edited', SessionId, SessionPayload & OfSeries>
  /** What both write before and after it; nobody is notified, screens refetch. */
  | Happened<'session.written', SessionId, SessionPayload & { what: 'agenda' | 'preparation' | 'feedback' }>
  /** The coach's own notes on the brief, without their text: only the coach's other screens refetch. */
  | Happened<'session.brief_written', SessionId, SessionPayload>
  | Happened<'session.starting', SessionId, SessionPayload>
  | Happened<'session.reminded', SessionId, SessionPayload & { kind: 'h48' | 'h24' | 'h3' }>
  /** `wordless` if there is no summary to read. */
  | Happened<'session.closed', SessionId, SessionPayload & { outcome: SessionOutcome; wordless?: true }>
  | Happened<
      'session.corrected',
      SessionId,
      SessionPayload & { before: SessionOutcome; outcome: SessionOutcome; reason: string | null }
    >
  | Happened<'session.summary_mailed', SessionId, SessionPayload>
  /** Outside of a closing, whose own are told of with it. */
  | Happened<'action.added', ActionId, { clientId: ClientId; by: Side }>
  /** The notes of a coach, without their texts; `shared` if others than the coach read it, before or after. */
  | Happened<'note.added', NoteId, NotePayload>
  | Happened<'note.written', NoteId, NotePayload>
  | Happened<'note.shared', NoteId, NotePayload>
  | Happened<'note.unshared', NoteId, NotePayload>
  | Happened<'note.removed', NoteId, NotePayload>
  | Happened<'note.restored', NoteId, NotePayload>
  | Happened<'action.moved', ActionId, { clientId: ClientId; from: ActionStatus; to: ActionStatus; by: Side }>
  | MemorandumEvent
  | Happened<'goal.created' | 'goal.changed' | 'goal.checked_in', GoalId, GoalPayload>
  | Happened<'goal.check_in_taken_back' | 'goal.check_in_restored', GoalId, GoalPayload>
  | Happened<'goal.moved', GoalId, GoalPayload & { from: GoalStatus; to: GoalStatus }>
  | Happened<'goal.deleted' | 'goal.restored', GoalId, GoalPayload>

  /** Written, changed, deleted or restored. */
  | Happened<'resource.changed', ResourceId, Record<never, never>>
  /** Given to a client or a group; the other is null. */
  | Happened<'resource.assigned', ResourceId, GivenPayload>
  /** With another message, or taken back, or given back. */
  | Happened<'resource.reassigned', ResourceId, GivenPayload>
  /** A person opened or completed it, or took that back. */
  | Happened<'resource.progressed', ResourceId, { clientId: ClientId }>
  /** Its words, its date or a comment changed, or it was deleted or restored; nobody is notified, screens refetch. */
  | Happened<'action.changed', ActionId, { clientId: ClientId; by: Side }>
  /** Its day has come and it is still open. */
  | Happened<'action.due', ActionId, { clientId: ClientId }>
  /** The client did it, and has not taken that back within a minute. */
  | Happened<'action.done', ActionId, { clientId: ClientId }>
  /** Messages of a room wait unread for somebody: the client of the record, in a group's room too, or else the coach. */
  | Happened<
      'message.waiting',
      RoomId,
      { reader: UserId; side: Side; clientId: ClientId | null; groupId: GroupId | null }
    >
  /** The hour of a person's daily summary has come, in one of their spaces: as this client, or as its coach. */
  | Happened<'summary.due', UserId, { clientId: ClientId | null; on: DateOn; timezone: string }>

export type DomainEventType = DomainEvent['type']
export type DomainEventOf<Type extends DomainEventType> = Extract<DomainEvent, { type: Type }>

/**
 * What the clock does when a timer is due. `email.sendCode`, `recovery.send` and `audit.signInFailed` are due at once: they are
 * set for any address, known or not, so that a request takes the same time for both (product §3). `startsAt` is the start the timer
 * was set for: if the session has another one by then, the timer is stale and does nothing.
 */
export type TimerCommand =
  | { type: 'email.sendCode'; email: string }
  /** The archive of somebody's data is written, in a job, and deleted. */
  | { type: 'export.make'; exportId: ExportId }
  | { type: 'export.expire'; exportId: ExportId }
  /** A day of the grace of an account that is to be deleted is over; and its erasure, in a job. */
  | { type: 'account.countDay'; userId: UserId }
  | { type: 'account.erase'; userId: UserId }
  /** The archive of a practice is read, in a job, and deleted. */
  | { type: 'import.make'; importId: DataImportId }
  | { type: 'import.expire'; importId: DataImportId }
  | { type: 'recovery.send'; email: string }
  | { type: 'audit.signInFailed'; email: string; address: string; userAgent?: string; at: IsoInstant }
  /** `dueOn` is the date it was set for: if the action has another one by then, the timer is stale. */
  | { type: 'action.remind'; actionId: ActionId; dueOn: DateOn }
  | { type: 'action.tellDone'; actionId: ActionId }
  | { type: 'session.remind'; sessionId: SessionId; startsAt: IsoInstant; kind: ReminderKind }
  /**
   * Mails a move, or several within a short time together. `first` is kept from the first of them: the time before it,
   * and the latest time of the mail.
   */
  | {
      type: 'session.tellMove'
      sessionId: SessionId
      to: Side
      seriesId?: SeriesId
      first: { startsAt: IsoInstant; endsAt: IsoInstant; latestAt: IsoInstant }
    }
  /** A mail that waited for the daily limit (modules/mails). */
  | { type: 'mail.send'; job: QueuedMail }
  /** A push that waited for the end of its reader's quiet hours. */
  | { type: 'push.send'; job: QueuedPush }
  /** A request to move that was not answered in time. */
  | { type: 'session.lapseMove'; sessionId: SessionId; startsAt: IsoInstant }
  /** The first session of a group begins: the group runs (product §7). */
  | { type: 'session.begin'; sessionId: SessionId; startsAt: IsoInstant }
  | { type: 'session.expire'; sessionId: SessionId; startsAt: IsoInstant }
  /** `dueAt` is the time the timer was set for, as `startsAt` of sessions. */
  | { type: 'memorandum.remind'; memorandumId: MemorandumId; coachId: UserId; dueAt: IsoInstant }
  /** Looks for messages of a room that wait for somebody, soon after the first of them. */
  | { type: 'message.tell'; roomId: RoomId }
  /** The daily summary of a person. */
  | { type: 'summary.send'; userId: UserId }
  /** Reads a customer of the payment provider, in a job (modules/payments/accounts). */
  | { type: 'payment.read'; job: QueuedReading }
  /** Tells the payment provider who a coach is now, in a job. */
  | { type: 'payment.tellPayer'; coachId: UserId }
  /** `periodEndsAt` is the end it was set for, as `startsAt` of sessions; `days` is how long before. */
  | { type: 'payment.remind'; coachId: UserId; periodEndsAt: IsoInstant; days: number }
  /** Has the payment provider's customers read again, those after this coach; null for all. */
  | { type: 'payment.reconcile'; after: UserId | null }
  /** Reads the coach's external calendar. */
  | { type: 'calendar.refresh'; coachId: UserId }
  /** Removes rows that ended long ago. */
  | { type: 'maintenance.purge' }
