import { type EpochMs, fromIso } from '#time/clock.ts'
import type { Texts, TextParams } from '../../platform/texts.ts'
import { titleFor } from '../../modules/sessions/sessions.domain.ts'
import type { MailTemplate } from '../effect.ts'
import type { Facts, Recipient, SessionFacts } from '../facts.ts'
import type { MailContent } from './layout.ts'
import type { mailLinks } from './links.ts'
import { sessionTimes } from './session-times.ts'

/** What a mail is written from. `secret` is the code or the address that only this mail carries. */
export type MailMatter = {
  template: MailTemplate
  to: Recipient
  facts: Facts
  secret: string | undefined
}

type Say = (key: string, params?: TextParams) => string

/** The words of a mail, from the texts of `mails.<template>.<side>`; undefined when its session is gone. */
export function contentOf(
  texts: Texts,
  links: ReturnType<typeof mailLinks>,
  { template, to, facts, secret }: MailMatter,
): (MailContent & { subject: string }) | undefined {
  const names = { name: to.name, coach: fullName(facts.coach), client: fullName(facts.client ?? to) }
  const say: Say = (key, params) => texts.text(to.language, `mails:${key}`, { ...names, ...params })
  const own = (key: string) => say(`${template}.${to.side}.${key}`)
  const button = (url: string) => ({ label: own('button'), url, fallback: say('button_fallback') })
  const frame = {
    language: to.language,
    subject: own('subject'),
    greeting: say('greeting'),
    lead: own('lead'),
    details: [],
    notes: [],
    signature: say('signature'),
  }
  switch (template) {
    case 'verification':
    case 'invitationCode':
    case 'emailChange':
      return { ...frame, code: secret, notes: [own('note')] }
    case 'invitation': {
      const mail = { ...frame, button: button(secret!), notes: [own('note')] }
      if (!facts.group) return mail
      const group = { group: facts.group.name }
      return {
        ...mail,
        subject: say('invitation.client.subject_group', group),
        lead: say('invitation.client.lead_group', group),
      }
    }
    case 'groupJoined': {
      if (!facts.group) return undefined
      const group = { group: facts.group.name }
      const [subject, lead] = [
        say('groupJoined.client.subject', group),
        say('groupJoined.client.lead', group),
      ]
      return { ...frame, subject, lead, button: button(links.home), notes: [own('note')] }
    }
    case 'recovery':
      return { ...frame, button: button(secret!), notes: [own('note')] }
    case 'passwordChanged':
    case 'emailChanged':
    case 'googleLinked':
    case 'googleUnlinked':
      return { ...frame, notes: [own('note')] }
    case 'clientPaused':
    case 'clientFinished':
      return {
        ...frame,
        details: facts.calledOff.map((session) => ({
          label: say('session.cancelled'),
          value: say('session.titled', {
            title: session.title,
            time: timesOf(say, to, facts, {
              startsAt: fromIso(session.startsAt),
              endsAt: fromIso(session.endsAt),
            }),
          }),
        })),
        button: button(links.home),
        notes: [own('note')],
      }
    case 'sessionRequested':
    case 'sessionBooked':
    case 'sessionConfirmed':
    case 'sessionRejected':
    case 'sessionCancelled': {
      const { session } = facts
      if (!session) return undefined
      const asked = template === 'sessionRequested'
      return {
        ...frame,
        details: sessionDetails(say, to, facts, session),
        button: button(asked ? links.sessionConfirm(session.id) : links.sessionView(session.id)),
      }
    }
  }
}

function sessionDetails(say: Say, to: Recipient, facts: Facts, session: SessionFacts) {
  const details = [
    { label: say('session.title'), value: titleFor(session, to.side) },
    { label: say('session.when'), value: timesOf(say, to, facts, session) },
    { label: say('session.place'), value: session.place },
    { label: say('session.link'), value: session.meetingUrl },
    { label: say('session.objective'), value: session.objective },
    { label: say('session.reason'), value: session.cancelReason },
  ]
  return details.filter((detail): detail is { label: string; value: string } => Boolean(detail.value))
}

function timesOf(
  say: Say,
  to: Recipient,
  { coach, client = coach }: Pick<Facts, 'coach'> & { client?: Recipient | undefined },
  session: { startsAt: EpochMs; endsAt: EpochMs },
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

export function fullName({ name, lastName }: { name: string; lastName: string }): string {
  return `${name} ${lastName}`
}
