import type { Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { TimerCommand } from '../domain-events.ts'
import { sendCode } from '#server/modules/auth/emails/email-codes.service.ts'
import { countDay } from '../modules/account-deletions/deletions.service.ts'
import { eraseAccount, erasingJob, forgetHusks } from '../modules/account-deletions/erasing.service.ts'
import { forgetDeletedActions } from '#server/modules/actions/changing.service.ts'
import { remindAction, tellDone } from '#server/modules/actions/reminders.service.ts'
import { forgetOldSignIns } from '../modules/auth/old-rows.service.ts'
import { auditFailedSignIn } from '#server/modules/auth/sign-in/sign-in.service.ts'
import { PAYMENTS_KEPT_MS } from '../modules/account-deletions/deletions.domain.ts'
import { DETAILS_KEPT_MS } from '../modules/audit/audit.domain.ts'
import { audit, forgetOldDetails } from '../modules/audit/audit.service.ts'
import { logHead } from '../modules/audit/sealing.service.ts'
import { sendRecovery } from '#server/modules/auth/passwords/recovery.service.ts'
import { expireExport, exportJob, makeExport } from '../modules/data-exports/making.service.ts'
import { expireImport } from '../modules/data-imports/data-imports.service.ts'
import { importJob, makeImport } from '../modules/data-imports/importing.service.ts'
import { forgetDeletedEvidence } from '../modules/evidence/evidence.service.ts'
import { forgetDeletedGoals, forgetTakenBack } from '../modules/goals/goals.service.ts'
import { IMPORT_KEPT_MS } from '../modules/client-files/import-file.domain.ts'
import { forgetImports } from '../modules/client-files/imports.service.ts'
import { forgetDeletedBlocks } from '../modules/calendars/blocks.service.ts'
import { refreshCalendar } from '#server/modules/calendars/imports/imports.service.ts'
import { forgetSpentTokens } from '#server/modules/clients/inviting/invitation-tokens.service.ts'
import { forgetDeletedItems } from '#server/modules/sessions/records/agenda.service.ts'
import { beginSession } from '#server/modules/sessions/clock/beginning.service.ts'
import {
  forgetDeletedMemorandums,
  remindOfMemorandum,
} from '#server/modules/memorandums/reminding.service.ts'
import { forgetInvited } from '../modules/mails/mail-limits.service.ts'
import { forgetDeletedResources } from '#server/modules/resources/resources.service.ts'
import { tellOfMessages } from '#server/modules/messages/telling.service.ts'
import { sendSummary } from '#server/modules/preferences/daily-summary.service.ts'
import { tellMove } from '#server/modules/sessions/changes/move-telling.service.ts'
import { remindSessions } from '#server/modules/sessions/clock/reminders.service.ts'
import { expireSession, lapseMove } from '../modules/sessions/sessions.service.ts'
import { VERSIONS_KEPT_MS } from '../modules/notes/notes.domain.ts'
import { forgetDeletedNotes, forgetOldVersions } from '../modules/notes/note-versions.service.ts'
import { tellOfPayer } from '../modules/payments/accounts/payer.service.ts'
import { readMissed } from '../modules/payments/accounts/reading.service.ts'
import {
  UNKNOWN_NOTICES_KEPT_MS,
  forgetOldNotices,
  forgetUnknownNotices,
  reconcile,
} from '../modules/payments/accounts/reconciling.service.ts'
import { remindOfPeriodEnd } from '../modules/payments/reminders/reminders.service.ts'
import { mark } from './once.ts'
import { purge } from './purge.ts'
import { enqueuePush } from './pushes/queue-push.ts'
import {
  CALENDARS_QUEUE,
  ERASURES_QUEUE,
  EXPORTS_QUEUE,
  IMPORTS_QUEUE,
  MAILS_QUEUE,
  PAYMENTS_QUEUE,
} from '#server/events/queues.ts'
import { fireDueTimers } from '#server/events/due-timers.ts'

type Reminder = Extract<TimerCommand, { type: 'session.remind' }>

/** Runs the command of a due timer, in the transaction that took it. A stale one changes nothing. */
export async function carryOutTimer(deps: Deps, tx: Transaction<DB>, command: TimerCommand): Promise<void> {
  switch (command.type) {
    case 'email.sendCode':
      return sendCode(deps, tx, command)
    case 'recovery.send':
      return sendRecovery(deps, tx, command)
    case 'export.make':
      return deps.jobs.enqueue(tx, EXPORTS_QUEUE, exportJob(command.exportId))
    case 'export.expire':
      return expireExport(deps, tx, command.exportId)
    case 'account.countDay':
      return countDay(deps, tx, command.userId)
    case 'account.erase':
      return deps.jobs.enqueue(tx, ERASURES_QUEUE, erasingJob(command.userId))
    case 'import.make':
      return deps.jobs.enqueue(tx, IMPORTS_QUEUE, importJob(command.importId))
    case 'import.expire':
      return expireImport(deps, tx, command.importId)
    case 'audit.signInFailed':
      return auditFailedSignIn(deps, tx, command)
    case 'action.remind':
      return remindAction(deps, tx, command, () =>
        mark(deps, tx, `action.remind:${command.actionId}:${command.dueOn}`),
      )
    case 'action.tellDone':
      return tellDone(deps, tx, command.actionId)
    case 'session.remind':
      return remindSessions(deps, tx, [command])
    case 'session.begin':
      return beginSession(deps, tx, command)
    case 'session.expire':
      return expireSession(deps, tx, command)
    case 'session.lapseMove':
      return lapseMove(deps, tx, command)
    case 'session.tellMove':
      return tellMove(deps, tx, command)
    case 'memorandum.remind':
      return remindOfMemorandum(deps, tx, command)
    case 'message.tell':
      return tellOfMessages(deps, tx, command.roomId)
    case 'summary.send':
      return sendSummary(deps, tx, command.userId, (on) =>
        mark(deps, tx, `summary.send:${command.userId}:${on}`),
      )
    case 'mail.send':
      // What waited for its day comes in the hundreds, at the midnight of a coach.
      return deps.jobs.enqueue(tx, MAILS_QUEUE, command.job, 'bulk')
    case 'push.send':
      return enqueuePush(deps, tx, command.job)
    case 'payment.remind':
      return remindOfPeriodEnd(deps, tx, command, () =>
        mark(deps, tx, `payment.remind:${command.coachId}:${command.periodEndsAt}:${command.days}`),
      )
    case 'payment.reconcile':
      return reconcile(deps, tx, command, (customers) =>
        deps.jobs.enqueueAll(
          tx,
          PAYMENTS_QUEUE,
          customers.map((customer) => ({ data: { customer }, priority: 'bulk' })),
        ),
      )
    case 'payment.read':
      return deps.jobs.enqueue(tx, PAYMENTS_QUEUE, command.job)
    case 'payment.tellPayer':
      return deps.jobs.enqueue(tx, PAYMENTS_QUEUE, { payer: command.coachId })
    // It waits for another server, which must not happen in a transaction, so it becomes a job.
    case 'calendar.refresh':
      return deps.jobs.enqueue(tx, CALENDARS_QUEUE, { coachId: command.coachId })
    case 'maintenance.purge':
      return purgeAndTell(deps, tx)
  }
}

// What people deleted is gone for good now, which the audit log says by kind and number.
async function purgeAndTell(deps: Deps, tx: Transaction<DB>): Promise<void> {
  await logHead(deps, tx)
  const gone = await purge(deps, tx, [
    { forget: forgetOldSignIns },
    { forget: forgetSpentTokens },
    { forget: forgetImports, keptMs: IMPORT_KEPT_MS },
    { forget: forgetInvited },
    { forget: forgetDeletedBlocks, content: 'blocks' },
    { forget: forgetDeletedItems, content: 'agendaItems' },
    { forget: forgetDeletedMemorandums, content: 'memorandums' },
    { forget: forgetDeletedGoals, content: 'goals' },
    { forget: forgetTakenBack, content: 'checkIns' },
    { forget: forgetDeletedNotes, content: 'notes' },
    { forget: forgetOldVersions, keptMs: VERSIONS_KEPT_MS },
    { forget: forgetDeletedResources, content: 'resources' },
    { forget: forgetDeletedEvidence, content: 'evidence' },
    { forget: forgetDeletedActions, content: 'actions' },
    { forget: forgetOldNotices },
    { forget: forgetUnknownNotices, keptMs: UNKNOWN_NOTICES_KEPT_MS },
    { forget: forgetOldDetails, keptMs: DETAILS_KEPT_MS },
    { forget: forgetHusks, keptMs: PAYMENTS_KEPT_MS },
  ])
  if (Object.keys(gone).length === 0) return
  await audit(deps, tx, { kind: 'data.purged', userId: null, actor: 'system', detail: gone })
}

/** Fires all due timers. @returns how many */
export function fireTimers(deps: Deps): Promise<number> {
  return fireDueTimers(deps, {
    one: (tx, command) => carryOutTimer(deps, tx, command),
    // Most sessions start on the hour, so reminders fall due in bursts.
    many: {
      type: 'session.remind',
      carryOut: (tx, commands) => remindSessions(deps, tx, commands as readonly Reminder[]),
    },
  })
}

/** Runs the job that reads a customer of the payment provider, or tells it who one is now. */
export function carryOutPayment(deps: Deps, data: object): Promise<void> {
  return 'payer' in data ? tellOfPayer(deps, data) : readMissed(deps, data)
}

/** Runs the job of a timer that reads a calendar. */
export function carryOutReading(deps: Deps, data: object): Promise<void> {
  return refreshCalendar(deps, (data as { coachId: UserId }).coachId)
}

/** Runs the job that erases an account. */
export function carryOutErasure(deps: Deps, data: object): Promise<void> {
  return eraseAccount(deps, data)
}

/** Runs the job that reads a practice back from an archive. */
export function carryOutImport(deps: Deps, data: object): Promise<void> {
  return makeImport(deps, data)
}

/** Runs the job that writes the archive of somebody's data. */
export function carryOutExport(deps: Deps, data: object): Promise<void> {
  return makeExport(deps, data)
}
