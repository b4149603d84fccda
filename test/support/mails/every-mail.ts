import { DEFAULT_ACCENT } from '#contract/account/accents.ts'
import type { SessionGoal } from '#contract/goals/check-ins.ts'
import type {
  CheckInId,
  ClientId,
  DateOn,
  GoalId,
  GroupId,
  IsoInstant,
  MilestoneId,
  RoomId,
  SessionId,
  UserId,
} from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { localesFolder } from '#server/folders.ts'
import { createTexts } from '#server/platform/texts.ts'
import type { MailTemplate } from '#server/effects/effect.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import type { Recipient } from '#server/effects/facts/people.ts'
import type { SessionFacts } from '#server/effects/facts/sessions.facts.ts'
import { contentOf } from '#server/effects/mails/contents.ts'
import { layOut } from '#server/effects/mails/layout.ts'
import type { Practice } from '#server/effects/mails/mail-content.ts'
import { mailLinks } from '#server/effects/mails/links.ts'

export const texts = createTexts(localesFolder)
export const links = mailLinks('https://norte.example')
export const SESSION = 'c7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e03' as SessionId

const person = { membershipId: null, language: 'es-MX', timezone: 'America/Mexico_City' }
export const facts: Facts = {
  coach: {
    ...person,
    side: 'coach',
    userId: 'a7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e01' as UserId,
    email: 'ana@correo.example',
    name: 'Ana',
    lastName: 'López',
  },
  client: {
    ...person,
    side: 'client',
    userId: null,
    clientId: 'b7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e02' as ClientId,
    email: 'mariana@correo.example',
    name: 'Mariana',
    lastName: 'Torres',
    attendance: null,
  },
  person: {
    ...person,
    side: 'person',
    userId: 'a7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e01' as UserId,
    email: 'ana@correo.example',
    name: 'Ana',
    lastName: 'López',
  },
  members: [],
  session: {
    id: SESSION,
    title: 'Sesión 1',
    number: 1,
    coachName: 'Ana',
    clientName: 'Mariana',
    groupName: null,
    objective: null,
    startsAt: fromIso('2027-02-03T16:00:00Z'),
    endsAt: fromIso('2027-02-03T17:00:00Z'),
    meetingUrl: null,
    place: null,
    reason: null,
    late: false,
    status: 'confirmed',
    current: {} as SessionFacts['current'],
    fromStartsAt: null,
    otherTimes: [],
  },
  together: [],
  next: undefined,
  minutes: { summary: 'Hablamos de las prioridades.', actions: [], goals: [] },
  group: { id: 'd7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e04' as GroupId, name: 'Liderazgo' },
  action: undefined,
  memorandum: undefined,
  goal: undefined,
  resource: undefined,
  waiting: {
    room: 'b7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e02' as RoomId,
    messages: { type: 'Client', count: 2, senders: ['Mariana Torres', 'Ana López'], senderIds: [] },
  },
  day: {
    on: '2027-02-03' as DateOn,
    sessions: [],
    unread: 1,
    toDecide: 2,
    toClose: 0,
    due: 3,
  },
  ending: { planId: 'monthly', isTrial: false, endsAt: fromIso('2027-02-09T15:00:00Z') },
  failedCharge: { retryAt: fromIso('2027-02-05T15:00:00Z') },
  endsAt: fromIso('2027-03-04T15:00:00Z'),
  earliestEnd: fromIso('2027-03-04T15:00:00Z'),
  calledOff: [
    {
      sessionId: SESSION,
      title: 'Sesión 4 con Ana',
      startsAt: '2027-02-03T16:00:00.000Z' as IsoInstant,
      endsAt: '2027-02-03T17:00:00.000Z' as IsoInstant,
    },
  ],
}

/** A goal that was noted in the session. */
export const weight: SessionGoal = {
  id: 'e7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e05' as GoalId,
  title: 'Bajar a 80 kilos',
  measure: 'number',
  unit: 'kg',
  value: 85,
  progress: 50,
  before: 20,
  checkIns: [
    {
      id: 'f7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e06' as CheckInId,
      value: 85,
      comment: 'Camina a diario',
      milestones: [
        { id: 'f7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e07' as MilestoneId, text: 'Comprar <zapatos>', done: true },
      ],
    },
  ],
}

/** Every mail there is, by the sides it is written to. */
export const EVERY_MAIL: [MailTemplate, Recipient][] = [
  ['verification', facts.coach],
  ['invitation', facts.client!],
  ['invitationCode', facts.client!],
  ['groupJoined', facts.client!],
  ['groupFinished', facts.client!],
  ['groupLeft', facts.coach],
  ['groupNotBegun', facts.client!],
  ['clientPaused', facts.client!],
  ['clientFinished', facts.client!],
  ['recovery', facts.person!],
  ['passwordChanged', facts.person!],
  ['exportReady', facts.person!],
  ['deletionAsked', facts.person!],
  ['deletionNear', facts.person!],
  ['accountKept', facts.person!],
  ['coachLeaving', facts.client!],
  ['coachStaying', facts.client!],
  ['clientLeaving', facts.coach],
  ['clientStaying', facts.coach],
  ['googleLinked', facts.person!],
  ['googleUnlinked', facts.person!],
  ['emailChange', facts.person!],
  ['emailChanged', facts.person!],
  ['paymentEnding', facts.coach],
  ['paymentFailed', facts.coach],
  ['sessionRequested', facts.coach],
  ['sessionBooked', facts.coach],
  ['sessionBooked', facts.client!],
  ['sessionConfirmed', facts.client!],
  ['sessionConfirmed', facts.coach],
  ['sessionProposed', facts.client!],
  ['sessionRejected', facts.client!],
  ['sessionWithdrawn', facts.client!],
  ['sessionExpired', facts.coach],
  ['sessionExpired', facts.client!],
  ['sessionMoved', facts.coach],
  ['sessionMoved', facts.client!],
  ['sessionMoveRequested', facts.coach],
  ['sessionMoveDeclined', facts.client!],
  ['sessionExcused', facts.coach],
  ['sessionExcuseWithdrawn', facts.coach],
  ['sessionReminder', facts.client!],
  ['sessionPreparation', facts.client!],
  ['sessionSoon', facts.client!],
  ['sessionSummary', facts.client!],
  ['sessionCancelled', facts.coach],
  ['sessionCancelled', facts.client!],
  ['messagesWaiting', facts.coach],
  ['messagesWaiting', facts.client!],
  ['dailySummary', facts.coach],
  ['dailySummary', facts.client!],
]

export const NOW = fromIso('2027-02-02T15:00:00Z')
export const MUTE = 'https://norte.example/unsubscribe?t=a.b'

export const practice: Practice = {
  coach: 'Ana López',
  company: 'Cumbre Coaching',
  accent: DEFAULT_ACCENT,
  logo: { width: 160, height: 48 },
}

/** A mail as it is sent, with its words. */
export function writeMail(
  template: MailTemplate,
  to: Recipient,
  more: Partial<Facts> = {},
  secret = 'secreto',
  from?: Practice,
) {
  const content = contentOf(texts, links, {
    template,
    to,
    facts: { ...facts, ...more },
    secret,
    practice: from,
    muteUrl: MUTE,
    now: NOW,
  })!
  return { ...content, ...layOut(content) }
}
