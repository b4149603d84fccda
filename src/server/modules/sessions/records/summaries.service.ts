import type { ActionDto } from '#contract/actions/actions.ts'
import type { AttendanceState } from '#contract/sessions/sessions.ts'
import type { SessionId } from '#contract/values.ts'
import { dateOf, isCalendarDate } from '#time/calendar-date.ts'
import { MINUTE_MS, epochMs } from '#time/clock.ts'
import { formatFullDate, formatFullDayAndTimes } from '#time/format.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor, CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal, found } from '#server/refusal.ts'
import { actionsOfSession } from '#server/modules/actions/actions.service.ts'
import { goalLines } from '#server/modules/goals/session-goals.domain.ts'
import { goalsOfSession } from '#server/modules/goals/session-goals.service.ts'
import { printedBrand, printedSize } from '#server/modules/brands/printed-brand.service.ts'
import { findSummary } from '#server/modules/sessions/views/calendar-reading.repository.ts'
import { sessionEvent } from '../sessions.domain.ts'
import { type SessionRecord, findSession, lockSession } from '../sessions.repository.ts'
import { findLastSummaryMail } from './summaries.repository.ts'
import { titleFor } from '#server/modules/titles/titles.domain.ts'

/** How long a mailed summary is not mailed again. */
const AGAIN_AFTER_MS = 10 * MINUTE_MS

/**
 * POST summary: mails the shared summary, their own actions and the goals, to everybody who attended. Requested again within ten
 * minutes it sends nothing, unless the record was corrected in between.
 * @throws Refusal `session.wrong_state` for a session that was not held, `session.nothing_to_mail` for one that was
 * closed without a summary, an action and a goal
 */
export function mailSummary(deps: Deps, actor: CoachActor, id: SessionId): Promise<void> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    // Two presses at once: the second waits here and finds the first one's event.
    const locked = found(await lockSession(tx, scope, id), 'session.not_found')
    if (locked.status !== 'completed') throw new Refusal('session.wrong_state')
    const closing = await findSummary(tx, scope, id)
    if (!closing?.summary.trim()) {
      const actions = await actionsOfSession(deps, tx, actor, id)
      const goals = closing ? await goalsOfSession(tx, actor, closing) : []
      if (actions.length + goals.length === 0) throw new Refusal('session.nothing_to_mail')
    }
    const last = await findLastSummaryMail(tx, scope, id)
    const now = deps.clock.now()
    if (last && last.at > epochMs(now - AGAIN_AFTER_MS) && (last.correctedAt ?? 0) <= last.at) return
    await record(deps, tx, { type: 'session.summary_mailed', ...sessionEvent(locked, actor.userId) })
  })
}

/**
 * GET pdf: the shared summary as its reader may see it: a client with their own attendance and actions, a coach with
 * all, and the goals as they were. It never contains the private notes.
 * @throws Refusal `session.wrong_state` while there is no record
 */
export async function summaryPdf(
  deps: Deps,
  actor: Actor,
  id: SessionId,
): Promise<{ content: Buffer; fileName: string }> {
  const session = found(await findSession(deps.db, scopeOf(actor), id), 'session.not_found')
  if (session.outcome === null) throw new Refusal('session.wrong_state')
  const [actions, goals] = await Promise.all([
    actionsOfSession(deps, deps.db, actor, id),
    goalsOfSession(deps.db, actor, session),
  ])
  const { language, timezone } = actor
  const say = (key: string, params?: Record<string, string | number>) =>
    deps.texts.text(language, `summaries:${key}`, params)
  const summary = session.summary?.trim()
  const items = actions.map((action) => actionLine(say, language, session, action))
  const { logo, ...brand } = found(await printedBrand(deps, scopeOf(actor)), 'session.not_found')
  const content = await deps.threads.run(actor.userId, 'writePdf', {
    language,
    title: titleFor(session, { side: actor.userType, language }, deps.texts),
    letterhead: { ...brand, logo: logo && { png: logo.png, ...printedSize(logo) } },
    createdAt: deps.clock.now(),
    overline: say('title'),
    facts: [
      { label: say('with'), value: otherSide(session, actor.userType) },
      {
        label: say('when'),
        value: formatFullDayAndTimes(session.startsAt, session.endsAt, timezone, language),
      },
      { label: say('minutes'), value: say('realMinutes', { minutes: session.realMinutes ?? 0 }) },
      ...attendanceFacts(say, session),
    ],
    sections: [
      { title: say('summary'), text: summary || say('noSummary') },
      { title: say('actions'), ...(items.length > 0 ? { items } : { text: say('noActions') }) },
      ...(goals.length > 0
        ? [{ title: say('goals'), items: goals.map((goal) => goalLines(goal, language, deps.texts)) }]
        : []),
    ],
    footer: say('page', { page: '{page}', pages: '{pages}' }),
  })
  return {
    content: Buffer.from(content),
    fileName: say('fileName', { date: dateOf(session.startsAt, timezone) }),
  }
}

type Say = (key: string, params?: Record<string, string | number>) => string

function otherSide(session: SessionRecord, side: Actor['userType']): string {
  if (side === 'client') return `${session.coachName} ${session.coachLastName}`
  return session.groupName ?? `${session.clientName ?? ''} ${session.clientLastName ?? ''}`.trim()
}

// One line for one person (a client only gets their own entry), a line each for a group's coach.
function attendanceFacts(say: Say, { attendance }: SessionRecord): { label: string; value: string }[] {
  const known = attendance.flatMap(({ name, lastName, state }) =>
    state === null ? [] : [{ name: `${name} ${lastName}`, state: stateOf(say, state) }],
  )
  const alone = attendance.length === 1
  const value = known.map(({ name, state }) => (alone ? state : `${name}: ${state}`)).join('\n')
  return value === '' ? [] : [{ label: say('attendance'), value }]
}

function stateOf(say: Say, state: AttendanceState): string {
  return say(`states.${state}`)
}

// In a group several people may have actions: the coach, who reads all of them, gets the owner's name first.
function actionLine(say: Say, language: string, { attendance }: SessionRecord, action: ActionDto): string {
  const { text, dueOn, clientId } = action
  const owner = attendance.length > 1 && attendance.find(({ personId }) => personId === clientId)
  const due =
    dueOn !== null && isCalendarDate(dueOn)
      ? ` (${say('due', { date: formatFullDate(dueOn, 'UTC', language) })})`
      : ''
  return `${owner ? `${owner.name}: ` : ''}${text}${due}`
}
