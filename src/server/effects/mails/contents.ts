import { EXPORT_KEPT_HOURS } from '#contract/account/data-exports.ts'
import { dateOf, daysBetween } from '#time/calendar-date.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import type { TextParams, Texts } from '../../platform/texts.ts'
import type { MailTemplate } from '../effect.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import { type Recipient, fullName } from '#server/effects/facts/people.ts'
import type { MailContent, Practice } from './mail-content.ts'
import { MAIL_KINDS } from './mail-kinds.ts'
import type { mailLinks } from './links.ts'
import { paymentContent } from './payment-contents.ts'
import { type Say, sessionContent, timesOf } from './session-contents.ts'
import { dayContent, waitingNames } from './waiting-contents.ts'

/** What a mail is written from. `secret` is the code or the address that only this mail carries. */
export type MailMatter = {
  template: MailTemplate
  to: Recipient
  facts: Facts
  secret: string | undefined
  /** Set for a client without an account: the address of their invitation, as long as it is open. */
  invited?: { url: string | undefined } | undefined
  /** Of the practice it concerns; a mail about an account is Norte's own. */
  practice?: Practice | undefined
  /** Where mails of its kind are silenced; undefined for those that always come. */
  muteUrl: string | undefined
  /** When it is written. */
  now: EpochMs
}

/** The mails that bring a code to be typed in. */
export const CODES: readonly MailTemplate[] = ['verification', 'invitationCode', 'emailChange']

/** The words of a mail, from the texts of `mails.<template>.<side>`; undefined when its session is gone. */
export function contentOf(
  texts: Texts,
  links: ReturnType<typeof mailLinks>,
  { template, to, facts, secret, invited, practice, muteUrl, now }: MailMatter,
): MailContent | undefined {
  const names = {
    name: to.name,
    coach: fullName(facts.coach),
    client: fullName(facts.client ?? to),
    group: facts.group?.name ?? '',
    ...(facts.waiting && waitingNames(texts, to.language, facts.waiting.messages)),
  }
  const say: Say = (key, params) => texts.text(to.language, `mails:${key}`, { ...names, ...params })
  const own = (key: string, params?: TextParams) => say(`${template}.${to.side}.${key}`, params)
  const fallback = say('button_fallback')
  // The pages of the product need an account: without one, the way to them is the invitation.
  const button = (url: string) => {
    if (!invited) return { button: { label: own('button'), url, fallback } }
    return invited.url
      ? { button: { label: say('invitation.client.button'), url: invited.url, fallback } }
      : {}
  }
  const kind = MAIL_KINDS[template]
  const frame = {
    language: to.language,
    ...(practice && { practice }),
    // A code is read off the list of mails, without opening any.
    subject: CODES.includes(template) ? say('code_subject', { code: secret ?? '' }) : own('subject'),
    greeting: say('greeting'),
    lead: own('lead'),
    details: [],
    notes: [],
    signature: say('signature'),
    ...(kind && muteUrl && { mute: { label: say('mute', { kind: say(`kinds.${kind}`) }), url: muteUrl } }),
  }
  switch (template) {
    case 'verification':
    case 'invitationCode':
    case 'emailChange':
      return { ...frame, code: secret, notes: [own('note')] }
    case 'invitation': {
      const { next } = facts
      const details = next ? [{ label: own('next'), value: timesOf(say, to, facts, next) }] : []
      const mail = { ...frame, ...button(secret!), details, notes: [own('note')] }
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
      return { ...frame, subject, lead, ...button(links.home), notes: [own('note')] }
    }
    case 'groupLeft': {
      if (!facts.group) return undefined
      return { ...frame, ...button(links.groupView(facts.group.id)) }
    }
    case 'recovery':
      return { ...frame, ...button(secret!), notes: [own('note')] }
    case 'passwordChanged': {
      const { endedFeeds = 0, identities = [] } = facts.newPassword ?? {}
      const feeds = endedFeeds > 0 ? [own('feeds')] : []
      const linked = identities.map((email) => say('passwordChanged.person.linked', { email }))
      return { ...frame, notes: [...feeds, ...linked, own('note')] }
    }
    case 'exportReady': {
      const hours = { hours: EXPORT_KEPT_HOURS }
      return { ...frame, lead: own('lead', hours), ...button(links.account), notes: [own('note')] }
    }
    case 'deletionAsked':
    case 'deletionNear':
    case 'coachLeaving':
    case 'clientLeaving': {
      const day = { day: formatDayLong(facts.earliestEnd!, to.timezone, to.language) }
      const url = template === 'clientLeaving' ? links.home : links.account
      return {
        ...frame,
        subject: own('subject', day),
        lead: own('lead', day),
        ...button(url),
        notes: [own('note', day)],
      }
    }
    case 'accountKept':
    case 'coachStaying':
    case 'clientStaying':
      return frame
    case 'emailChanged':
    case 'googleLinked':
    case 'googleUnlinked':
      return { ...frame, notes: [own('note')] }
    case 'paymentEnding':
    case 'paymentFailed': {
      const payment = paymentContent(own, to, facts, template)
      return payment && { ...frame, ...payment, ...button(links.payment) }
    }
    case 'messagesWaiting': {
      if (!facts.waiting) return undefined
      const { room, messages } = facts.waiting
      const group = facts.group && { subject: own('subject_group'), lead: own('lead_group') }
      const url = to.side === 'client' ? links.roomOfClient(room) : links.roomOfCoach(messages.type, room)
      return { ...frame, ...group, ...button(url) }
    }
    case 'dailySummary': {
      if (!facts.day) return undefined
      return { ...frame, ...dayContent(say, texts, to, facts, facts.day), ...button(links.home) }
    }
    case 'groupFinished':
    case 'groupNotBegun':
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
        ...button(links.home),
        notes: invited ? [] : [own('note')],
        // They never began: only their sessions are off.
        ...(invited && { subject: own('subject_invited'), lead: own('lead_invited') }),
      }
    case 'sessionRequested':
    case 'sessionBooked':
    case 'sessionConfirmed':
    case 'sessionProposed':
    case 'sessionRejected':
    case 'sessionCancelled':
    case 'sessionWithdrawn':
    case 'sessionExpired':
    case 'sessionMoved':
    case 'sessionMoveRequested':
    case 'sessionMoveDeclined':
    case 'sessionExcused':
    case 'sessionExcuseWithdrawn':
    case 'sessionReminder':
    case 'sessionPreparation':
    case 'sessionSoon':
    case 'sessionSummary': {
      const { session, together } = facts
      if (!session) return undefined
      const { url, ...content } = sessionContent(say, links, {
        words: texts,
        template,
        to,
        facts,
        session,
        now,
      })
      // A summary that says nothing is not worth a mail.
      if (template === 'sessionSummary' && !content.prose && !content.lists?.length) return undefined
      const several = together.length > 1 ? { number: together.length } : undefined
      return {
        ...frame,
        ...(several && {
          subject: say(`${template}.${to.side}.subject_series`, several),
          lead: say(`${template}.${to.side}.lead_series`, several),
        }),
        ...(template === 'sessionReminder' && { subject: reminderSubject(own, to, session, now) }),
        ...content,
        ...button(url),
      }
    }
  }
}

/** In how many days a session is when its reminder leaves: it may have waited for the end of quiet hours. */
function reminderSubject(
  own: (key: string) => string,
  { timezone }: Recipient,
  { startsAt }: { startsAt: EpochMs },
  now: EpochMs,
): string {
  const days = daysBetween(dateOf(now, timezone), dateOf(startsAt, timezone))
  return own(days > 1 ? 'subject' : days === 1 ? 'subject_tomorrow' : 'subject_today')
}
