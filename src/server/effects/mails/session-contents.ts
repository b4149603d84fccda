import { formatFullDate } from '#time/format.ts'
import { addToCalendarLinks } from '#contract/calendar/calendar-links.ts'
import type { SessionStatus } from '#contract/sessions/sessions.ts'
import { type SessionId, toWire } from '#contract/values.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import type { Interval } from '#time/interval.ts'
import type { TextParams } from '../../platform/texts.ts'
import { goalLines } from '#server/modules/goals/session-goals.domain.ts'
import { type Words, titleFor } from '#server/modules/titles/titles.domain.ts'
import type { SessionMailTemplate } from '../effect.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import type { Recipient } from '#server/effects/facts/people.ts'
import type { SessionFacts } from '#server/effects/facts/sessions.facts.ts'
import type { MailContent } from './mail-content.ts'
import type { mailLinks } from './links.ts'
import { sessionTimes } from './session-times.ts'

export type Say = (key: string, params?: TextParams) => string

type Matter = {
  words: Words
  template: SessionMailTemplate
  to: Recipient
  facts: Facts
  session: SessionFacts
  now: EpochMs
}
type Detail = MailContent['details'][number]

/** What a mail about a session says beyond its first lines, and its button. */
export function sessionContent(
  say: Say,
  links: ReturnType<typeof mailLinks>,
  { words, template, to, facts, session, now }: Matter,
): Pick<MailContent, 'details' | 'notes' | 'prose' | 'lists' | 'calendars'> & { url: string } {
  const several = facts.together.length > 1
  const details = several
    ? togetherDetails(say, { words, to, facts, session, now })
    : detailsOf(say, { words, template, to, facts, session, now })
  const adds = ADDED.includes(template) && !several && isAhead(session, now)
  return {
    details: details.filter(({ value }) => value !== ''),
    notes: notesOf(say, template, several),
    ...(template === 'sessionSummary' && minutesOf(say, { words, to, facts })),
    ...(adds && { calendars: calendarsOf(say, { words, to, session }) }),
    url: urlOf(links, template, to, session.id),
  }
}

/**
 * The mails after which a session is new in a calendar. Those addresses can only add: after a move they would put a
 * second entry beside the first, which the .ics of that mail updates.
 */
const ADDED: readonly SessionMailTemplate[] = ['sessionBooked', 'sessionConfirmed']

/** The states in which people still meet. */
const OPEN: readonly SessionStatus[] = ['requested', 'proposed', 'confirmed']

/** Whether there is still something to come to: only then the links to it are of use. */
function isAhead({ status, endsAt }: { status: SessionStatus; endsAt: EpochMs }, now: EpochMs): boolean {
  return OPEN.includes(status) && endsAt > now
}

function urlOf(
  links: ReturnType<typeof mailLinks>,
  template: SessionMailTemplate,
  to: Recipient,
  id: SessionId,
): string {
  switch (template) {
    case 'sessionRequested':
      return links.sessionConfirm(id)
    // Nothing came of what the client asked for: the next thing to do is to ask for another time.
    case 'sessionRejected':
      return links.sessionNew
    case 'sessionExpired':
      return to.side === 'client' ? links.sessionNew : links.sessionView(id)
    case 'sessionPreparation':
      return links.sessionPreparation(id)
    case 'sessionSummary':
      return links.sessionSummary(id)
    default:
      return links.sessionView(id)
  }
}

function detailsOf(say: Say, { words, template, to, facts, session, now }: Matter): Detail[] {
  const when = (span: Interval) => timesOf(say, to, facts, span)
  const length = session.endsAt - session.startsAt
  const before = session.fromStartsAt
  const other = session.otherTimes.map((span, index) => ({
    label: say(template === 'sessionProposed' ? 'session.option' : 'session.asked', { number: index + 1 }),
    value: when(span),
  }))
  return [
    { label: say('session.title'), value: titleFor(session, to, words) },
    { label: say('session.group'), value: facts.group?.name ?? '' },
    { label: say('session.when'), value: template === 'sessionProposed' ? '' : when(session) },
    {
      label: say('session.before'),
      value: before === null ? '' : when({ startsAt: before, endsAt: epochMs(before + length) }),
    },
    ...other,
    { label: say('session.place'), value: session.place ?? '' },
    { label: say('session.link'), value: (isAhead(session, now) && session.meetingUrl) || '' },
    { label: say('session.objective'), value: session.objective ?? '' },
    { label: say('session.reason'), value: session.reason ?? '' },
    // The dialog announced it to the person who cancelled late.
    { label: say('session.notice'), value: session.late ? say('session.late') : '' },
  ]
}

// Of many that were booked, moved or cancelled as one: each with its time, then what they have in common.
function togetherDetails(say: Say, { words, to, facts, session, now }: Omit<Matter, 'template'>): Detail[] {
  const ahead = facts.together.some((each) => isAhead(each, now))
  return [
    { label: say('session.group'), value: facts.group?.name ?? '' },
    ...facts.together.map((each) => ({
      label: titleFor(each, to, words),
      value: timesOf(say, to, facts, each),
    })),
    { label: say('session.place'), value: session.place ?? '' },
    { label: say('session.link'), value: (ahead && session.meetingUrl) || '' },
    { label: say('session.objective'), value: session.objective ?? '' },
    { label: say('session.reason'), value: session.reason ?? '' },
  ]
}

function notesOf(say: Say, template: SessionMailTemplate, several: boolean): string[] {
  switch (template) {
    case 'sessionBooked':
    case 'sessionConfirmed':
      return [say(several ? 'session.attached_series' : 'session.attached')]
    case 'sessionMoved':
      return [say(several ? 'session.attached_series' : 'session.attached_moved')]
    case 'sessionPreparation':
      return [say('sessionPreparation.client.note')]
    case 'sessionProposed':
      return [say('sessionProposed.client.note')]
    default:
      return []
  }
}

/**
 * The shared summary, of the actions the reader's own alone, and the goals as the reader's record has them: those that
 * were noted, and those that their own actions lead to (product §7, §9, §20).
 */
function minutesOf(
  say: Say,
  { words, to, facts: { minutes, client, members } }: Pick<Matter, 'words' | 'to' | 'facts'>,
) {
  if (!minutes) return {}
  const own = (client ? [client] : members).find(({ userId }) => userId === to.userId)?.clientId
  const actions = minutes.actions.filter(({ clientId }) => clientId === own)
  const goals = minutes.goals.filter(
    ({ id, checkIns }) => checkIns.length > 0 || actions.some(({ goalId }) => goalId === id),
  )
  const items = actions.map(({ text, dueOn }) =>
    dueOn === null
      ? text
      : say('session.action_due', {
          action: text,
          date: formatFullDate(dueOn, 'UTC', to.language),
        }),
  )
  return {
    ...(minutes.summary && { prose: { title: say('session.summary'), text: minutes.summary } }),
    lists: [
      { title: say('session.actions'), items },
      {
        title: words.text(to.language, 'summaries:goals', {}),
        items: goals.map((goal) => goalLines(goal, to.language, words)),
      },
    ].filter(({ items }) => items.length > 0),
  }
}

function calendarsOf(
  say: Say,
  { words, to, session }: Pick<Matter, 'words' | 'to' | 'session'>,
): MailContent['calendars'] {
  const { google, outlook } = addToCalendarLinks({
    title: titleFor(session, to, words),
    startsAt: toWire(session.startsAt),
    endsAt: toWire(session.endsAt),
    description: session.objective ?? '',
    place: session.place ?? session.meetingUrl,
  })
  return {
    title: say('session.add'),
    links: [
      { label: say('session.google'), url: google },
      { label: say('session.outlook'), url: outlook },
    ],
  }
}

/** When something is, for this reader: in their own zone, and in the other side's where that shows another time. */
export function timesOf(
  say: Say,
  to: Recipient,
  { coach, client = coach }: Pick<Facts, 'coach'> & { client?: Recipient | undefined },
  session: Interval,
): string {
  const other = to.side === 'coach' ? client : coach
  const whose = to.side === 'coach' ? 'times.person' : 'times.coach'
  return sessionTimes(
    session,
    to.language,
    { timezone: to.timezone, say: (time) => say('times.you', { time }) },
    { timezone: other.timezone, say: (time) => say(whose, { time, person: other.name }) },
  )
}
