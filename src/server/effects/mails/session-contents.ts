import { formatFullDate } from '#time/format.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { addToCalendarLinks } from '#contract/calendar-links.ts'
import { wire } from '#contract/values.ts'
import type { TextParams } from '../../platform/texts.ts'
import { titleFor } from '../../modules/sessions/sessions.domain.ts'
import type { SessionMailTemplate } from '../effect.ts'
import type { Facts, Recipient } from '../facts.ts'
import type { SessionFacts } from '../session-facts.ts'
import type { MailContent } from './layout.ts'
import type { mailLinks } from './links.ts'
import { type Span, sessionTimes } from './session-times.ts'

export type Say = (key: string, params?: TextParams) => string

type Matter = { template: SessionMailTemplate; to: Recipient; facts: Facts; session: SessionFacts }
type Detail = MailContent['details'][number]

/** What a mail about a session says beyond its first lines, and its button. */
export function sessionContent(
  say: Say,
  links: ReturnType<typeof mailLinks>,
  { template, to, facts, session }: Matter,
): Pick<MailContent, 'details' | 'notes' | 'prose' | 'list' | 'calendars'> & { url: string } {
  const several = facts.together.length > 1
  const details = several
    ? togetherDetails(say, to, facts, session)
    : detailsOf(say, { template, to, facts, session })
  const asked = template === 'sessionRequested'
  return {
    details: details.filter(({ value }) => value !== ''),
    notes: notesOf(say, template, several),
    ...(template === 'sessionSummary' && minutesOf(say, to, facts)),
    ...(ADDED.includes(template) && !several && { calendars: calendarsOf(say, to, session) }),
    url: asked ? links.sessionConfirm(session.id) : links.sessionView(session.id),
  }
}

/** The mails after which a session stands in the calendar at its time; each brings the .ics. */
const ADDED: readonly SessionMailTemplate[] = ['sessionBooked', 'sessionConfirmed', 'sessionMoved']

function detailsOf(say: Say, { template, to, facts, session }: Matter): Detail[] {
  const when = (span: Span) => timesOf(say, to, facts, span)
  const length = session.endsAt - session.startsAt
  const before = session.fromStartsAt
  const other = session.otherTimes.map((span, index) => ({
    label: say(template === 'sessionProposed' ? 'session.option' : 'session.asked', { number: index + 1 }),
    value: when(span),
  }))
  return [
    { label: say('session.title'), value: titleFor(session, to.side) },
    { label: say('session.group'), value: facts.group?.name ?? '' },
    { label: say('session.when'), value: template === 'sessionProposed' ? '' : when(session) },
    {
      label: say('session.before'),
      value:
        before === null ? '' : when({ startsAt: before, endsAt: (before + length) as typeof session.endsAt }),
    },
    ...other,
    { label: say('session.place'), value: session.place ?? '' },
    { label: say('session.link'), value: session.meetingUrl ?? '' },
    { label: say('session.objective'), value: session.objective ?? '' },
    { label: say('session.reason'), value: session.reason ?? '' },
  ]
}

// Of many that were booked, moved or cancelled as one: each with its time, then what they have in common.
function togetherDetails(say: Say, to: Recipient, facts: Facts, session: SessionFacts): Detail[] {
  return [
    { label: say('session.group'), value: facts.group?.name ?? '' },
    ...facts.together.map((each) => ({
      label: titleFor(each, to.side),
      value: timesOf(say, to, facts, each),
    })),
    { label: say('session.place'), value: session.place ?? '' },
    { label: say('session.link'), value: session.meetingUrl ?? '' },
    { label: say('session.objective'), value: session.objective ?? '' },
    { label: say('session.reason'), value: session.reason ?? '' },
  ]
}

function notesOf(say: Say, template: SessionMailTemplate, several: boolean): string[] {
  switch (template) {
    case 'sessionBooked':
    case 'sessionConfirmed':
    case 'sessionMoved':
      return [say(several ? 'session.attached_series' : 'session.attached')]
    case 'sessionPreparation':
      return [say('sessionPreparation.client.note')]
    case 'sessionProposed':
      return [say('sessionProposed.client.note')]
    default:
      return []
  }
}

/** The shared summary, and of the actions the reader's own alone (product §7, §20). */
function minutesOf(say: Say, to: Recipient, { minutes, client, members }: Facts) {
  if (!minutes) return {}
  const own = (client ? [client] : members).find(({ userId }) => userId === to.userId)?.clientId
  const items = minutes.actions
    .filter(({ clientId }) => clientId === own)
    .map(({ text, dueOn }) =>
      dueOn === null
        ? text
        : say('session.action_due', {
            action: text,
            date: formatFullDate(dueOn as string as CalendarDate, 'UTC', to.language),
          }),
    )
  return {
    prose: minutes.summary,
    ...(items.length > 0 && { list: { title: say('session.actions'), items } }),
  }
}

function calendarsOf(say: Say, to: Recipient, session: SessionFacts): MailContent['calendars'] {
  const { google, outlook } = addToCalendarLinks({
    title: titleFor(session, to.side),
    startsAt: wire(session.startsAt),
    endsAt: wire(session.endsAt),
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
  session: Span,
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
