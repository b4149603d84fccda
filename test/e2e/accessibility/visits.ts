// Where the sweep finds each screen of the table, by its name: a screen without a visit does not compile.
import type { ClientScreen, CoachScreen, PublicScreen } from '#web/app/screens.ts'
import { CALENDAR_TABS, paths } from '#web/paths.ts'
import type { States } from '../support/session-states.ts'
import type { Stage } from '../support/stage.ts'

type Addresses = readonly [string, ...string[]]

/** What addresses are made of: a practice with something on every screen, and one with a session in each state. */
type Client = { client: { clientId: string } }
export type PracticeIds = Pick<Stage, 'groupId' | 'goalId' | 'resourceId' | 'sessions' | 'memorandumId'> &
  Client
export type StateIds = Pick<States, 'groupId'> & Client & { sessions: Pick<States['sessions'], UsedState> }
type UsedState =
  | 'confirmed'
  | 'movePending'
  | 'toClose'
  | 'missedByClient'
  | 'series'
  | 'ofGroup'
  | 'ofGroupClosed'
export type PublicIds = { invitations: Addresses; checkoutId: string }

/** A test looks at the screens of its part, in the practice, in the one of many states, or in both. */
export type Visit<Part extends string> = { part: Part } & (
  | { practice: (ids: PracticeIds) => Addresses; states?: (ids: StateIds) => Addresses }
  | { practice?: undefined; states: (ids: StateIds) => Addresses }
)

const type = 'Client'
const section = paths.profileSection
const calendarViews: Addresses = [
  `${paths.calendar()}?view=month`,
  `${paths.calendar()}?view=week`,
  `${paths.calendar()}?view=day`,
  `${paths.calendar()}?view=agenda`,
]

type PublicPart = 'coming in' | 'invitations' | 'paying'

export const publicVisits: Record<
  PublicScreen | 'payment' | 'paymentDone',
  { part: PublicPart; at: (ids: PublicIds) => Addresses }
> = {
  home: { part: 'coming in', at: () => [paths.home()] },
  register: { part: 'coming in', at: () => [paths.register()] },
  recovery: {
    part: 'coming in',
    at: () => [paths.recovery(), `${paths.recovery()}?t=x`, `${paths.recovery()}?t=`],
  },
  privacy: { part: 'coming in', at: () => [paths.privacy()] },
  terms: { part: 'coming in', at: () => [paths.terms()] },
  invitation: { part: 'invitations', at: ({ invitations }) => invitations },
  payment: { part: 'paying', at: () => [paths.payment()] },
  paymentDone: { part: 'paying', at: () => [paths.paymentDone()] },
  sandboxCheckout: {
    part: 'paying',
    at: ({ checkoutId }) => [paths.sandboxCheckout({ checkoutId })],
  },
}

type CoachPart =
  | 'home and clients'
  | 'the calendar'
  | 'a session to come'
  | 'a session that is over'
  | 'lists and news'
  | 'groups'
  | 'resources'
  | 'profile and settings'

export const coachVisits: Record<Exclude<CoachScreen, keyof typeof publicVisits>, Visit<CoachPart>> = {
  dashboardCoach: { part: 'home and clients', practice: () => [paths.dashboard()] },
  clients: {
    part: 'home and clients',
    practice: () => [paths.clients(), `${paths.clients()}?search=zzz`],
  },
  clientNew: { part: 'home and clients', practice: () => [paths.clientNew()] },
  clientImport: { part: 'home and clients', practice: () => [paths.clientImport()] },
  clientEdit: { part: 'home and clients', practice: ({ client }) => [paths.clientEdit(client)] },
  client: {
    part: 'home and clients',
    practice: ({ client: { clientId } }) => [
      paths.clientView({ clientId }),
      paths.clientView({ clientId, tab: 'data' }),
    ],
  },

  calendar: { part: 'the calendar', practice: () => calendarViews },
  calendarSettings: {
    part: 'the calendar',
    practice: () => [
      paths.calendarSettings(),
      ...CALENDAR_TABS.slice(1).map((tab) => paths.calendarSettings({ tab })),
    ],
  },

  sessionNewCoach: {
    part: 'a session to come',
    practice: () => [
      paths.sessionNewCoach({ type }),
      paths.sessionNewCoach({ type, past: '1' }),
      paths.sessionNewCoach({ type: 'Group' }),
    ],
  },
  sessionEdit: {
    part: 'a session to come',
    practice: ({ sessions }) => [paths.sessionEdit({ type, sessionId: sessions.confirmed })],
    states: ({ sessions }) => [
      paths.sessionEdit({ type, sessionId: sessions.series }),
      paths.sessionEdit({ type: 'Group', sessionId: sessions.ofGroup }),
    ],
  },
  sessionConfirm: {
    part: 'a session to come',
    practice: ({ sessions }) => [paths.sessionConfirm({ sessionId: sessions.requested })],
    states: ({ sessions }) => [
      paths.sessionConfirm({ sessionId: sessions.movePending }),
      paths.sessionConfirm({ sessionId: sessions.confirmed }),
    ],
  },
  // Its states are tested in session-states.e2e.ts.
  sessionView: {
    part: 'a session to come',
    practice: ({ sessions }) => [paths.sessionView({ sessionId: sessions.confirmed })],
  },

  // The call itself is looked at where two people are in it: video/two-people.e2e.ts.
  sessionRoom: {
    part: 'a session to come',
    practice: ({ sessions }) => [paths.sessionRoom({ sessionId: sessions.confirmed })],
  },

  sessionBrief: {
    part: 'a session that is over',
    practice: ({ sessions }) => [paths.sessionBrief({ sessionId: sessions.confirmed })],
  },
  sessionFinished: {
    part: 'a session that is over',
    practice: ({ sessions }) => [
      paths.sessionFinished({ sessionId: sessions.toClose }),
      paths.sessionFinished({ sessionId: sessions.closed }),
    ],
    states: ({ sessions }) => [
      paths.sessionFinished({ sessionId: sessions.ofGroupClosed }),
      paths.sessionFinished({ sessionId: sessions.missedByClient }),
    ],
  },
  endingList: { part: 'a session that is over', practice: () => [paths.ending()] },
  ending: {
    part: 'a session that is over',
    practice: ({ sessions }) => [paths.ending({ sessionId: sessions.toClose })],
  },

  sessions: {
    part: 'lists and news',
    practice: () => [paths.sessions(), paths.sessions({ search: 'nobody' })],
  },
  sessionsOf: {
    part: 'lists and news',
    practice: ({ client }) => [paths.sessionsOf({ type, itemId: client.clientId })],
    states: ({ client, groupId }) => [
      paths.sessionsOf({ type: 'Group', itemId: groupId }),
      paths.sessionsOf({ type, itemId: client.clientId }),
    ],
  },
  actions: {
    part: 'lists and news',
    practice: () => [paths.actions(), paths.actions({ status: 'overdue' })],
  },
  actionsOf: {
    part: 'lists and news',
    practice: ({ client, groupId }) => [
      paths.actionsOf({ type, itemId: client.clientId }),
      paths.actionsOf({ type: 'Group', itemId: groupId }),
    ],
  },
  goalsOf: {
    part: 'lists and news',
    practice: ({ client, groupId, goalId: open }) => [
      paths.goalsOf({ type, itemId: client.clientId, open }),
      paths.goalsOf({ type: 'Group', itemId: groupId }),
    ],
  },
  notesOf: {
    part: 'lists and news',
    practice: ({ client }) => [paths.notesOf({ type, itemId: client.clientId })],
    states: ({ client }) => [paths.notesOf({ type, itemId: client.clientId, open: 'new' })],
  },
  messages: { part: 'lists and news', practice: () => [paths.messages()] },
  messagesOf: {
    part: 'lists and news',
    practice: ({ client, groupId }) => [
      paths.messagesOf({ type, itemId: client.clientId }),
      paths.messagesOf({ type: 'Group', itemId: groupId }),
    ],
  },
  notifications: { part: 'lists and news', practice: () => [paths.notifications()] },
  groups: { part: 'lists and news', practice: () => [paths.groups()] },
  memorandums: {
    part: 'lists and news',
    practice: () => [paths.memorandums(), `${paths.memorandums()}?search=nada`],
  },

  memorandumNew: { part: 'groups', practice: ({ groupId }) => [paths.memorandumNew({ groupId })] },
  memorandumEdit: {
    part: 'groups',
    practice: ({ memorandumId }) => [paths.memorandumEdit({ memoramdumId: memorandumId })],
  },
  resources: { part: 'resources', practice: () => [paths.resources(), `${paths.resources()}?look=grid`] },
  resourcesOf: {
    part: 'resources',
    practice: ({ client, groupId }) => [
      paths.resourcesOf({ type, itemId: client.clientId }),
      paths.resourcesOf({ type: 'Group', itemId: groupId }),
    ],
  },
  resourcesOfSession: {
    part: 'resources',
    practice: ({ sessions }) => [paths.resourcesOfSession({ sessionId: sessions.confirmed })],
  },
  resourceNew: {
    part: 'resources',
    practice: () => [paths.resourceNew({ type: 'file' }), paths.resourceNew({ type: 'text' })],
  },
  resourceEdit: { part: 'resources', practice: ({ resourceId }) => [paths.resourceEdit({ resourceId })] },
  resourceView: { part: 'resources', practice: ({ resourceId }) => [paths.resourceView({ resourceId })] },

  groupNew: { part: 'groups', practice: () => [paths.groupNew()] },
  groupEdit: { part: 'groups', practice: ({ groupId }) => [paths.groupEdit({ groupId })] },
  group: {
    part: 'groups',
    practice: ({ groupId }) => [paths.groupView({ groupId }), paths.groupView({ groupId, tab: 'members' })],
  },

  settings: { part: 'profile and settings', practice: () => [paths.settings()] },
  profile: { part: 'profile and settings', practice: () => [paths.profile()] },
  profileInfo: { part: 'profile and settings', practice: () => [section({ section: 'info' })] },
  customization: { part: 'profile and settings', practice: () => [section({ section: 'customization' })] },
  company: { part: 'profile and settings', practice: () => [paths.company()] },
  profileContact: { part: 'profile and settings', practice: () => [section({ section: 'contact' })] },
  profileAbout: { part: 'profile and settings', practice: () => [section({ section: 'about' })] },
  profileAccount: { part: 'profile and settings', practice: () => [section({ section: 'account' })] },
  profileActivity: { part: 'profile and settings', practice: () => [section({ section: 'activity' })] },
  profileNotifications: {
    part: 'profile and settings',
    practice: () => [section({ section: 'notifications' })],
  },
  profilePayment: { part: 'profile and settings', practice: () => [section({ section: 'payment' })] },
}

type ClientPart =
  | 'home, actions, coach and news'
  | 'calendar and sessions'
  | 'booking and looking back'
  | 'profile and settings'

export const clientVisits: Record<ClientScreen, Visit<ClientPart>> = {
  dashboardClient: { part: 'home, actions, coach and news', practice: () => [paths.dashboard()] },
  actions: { part: 'home, actions, coach and news', practice: () => [paths.actions()] },
  actionsOf: {
    part: 'home, actions, coach and news',
    practice: ({ client }) => [paths.actionsOf({ type, itemId: client.clientId })],
  },
  goals: {
    part: 'home, actions, coach and news',
    practice: ({ goalId: open }) => [paths.goals(), paths.goals({ open })],
  },
  goalsOf: {
    part: 'home, actions, coach and news',
    practice: ({ groupId }) => [paths.goalsOf({ type: 'Group', itemId: groupId })],
  },
  messages: {
    part: 'home, actions, coach and news',
    practice: ({ groupId }) => [paths.messages(), paths.messages({ room: groupId })],
  },
  resources: { part: 'home, actions, coach and news', practice: () => [paths.resources()] },
  resourcesOf: {
    part: 'home, actions, coach and news',
    practice: ({ client }) => [paths.resourcesOf({ type, itemId: client.clientId })],
  },
  resourceView: {
    part: 'home, actions, coach and news',
    practice: ({ resourceId }) => [paths.resourceView({ resourceId })],
  },
  coach: { part: 'home, actions, coach and news', practice: () => [paths.coach()] },
  notifications: { part: 'home, actions, coach and news', practice: () => [paths.notifications()] },

  sessionView: {
    part: 'calendar and sessions',
    practice: ({ sessions }) => [paths.sessionView({ sessionId: sessions.closed })],
  },
  sessionRoom: {
    part: 'calendar and sessions',
    practice: ({ sessions }) => [paths.sessionRoom({ sessionId: sessions.confirmed })],
  },
  calendar: { part: 'calendar and sessions', states: () => calendarViews },

  sessionNewClient: {
    part: 'booking and looking back',
    practice: () => [paths.sessionNew()],
    states: () => [paths.sessionNew({ selectedDate: '2027-02-10' })],
  },
  endingList: { part: 'booking and looking back', states: () => [paths.ending()] },
  ending: {
    part: 'booking and looking back',
    practice: ({ sessions }) => [paths.ending({ sessionId: sessions.closed })],
    states: ({ sessions }) => [
      paths.ending({ sessionId: sessions.toClose }),
      paths.ending({ sessionId: sessions.ofGroupClosed }),
    ],
  },
  sessionsOf: {
    part: 'booking and looking back',
    practice: ({ client }) => [paths.sessionsOf({ type, itemId: client.clientId })],
    states: ({ client, groupId }) => [
      paths.sessionsOf({ type: 'Group', itemId: groupId }),
      paths.sessionsOf({ type, itemId: client.clientId }),
    ],
  },

  settings: { part: 'profile and settings', practice: () => [paths.settings()] },
  profile: { part: 'profile and settings', practice: () => [paths.profile()] },
  profileInfo: { part: 'profile and settings', practice: () => [section({ section: 'info' })] },
  profileContact: { part: 'profile and settings', practice: () => [section({ section: 'contact' })] },
  profileAbout: { part: 'profile and settings', practice: () => [section({ section: 'about' })] },
  profileAccount: { part: 'profile and settings', practice: () => [section({ section: 'account' })] },
  profileActivity: { part: 'profile and settings', practice: () => [section({ section: 'activity' })] },
  profileNotifications: {
    part: 'profile and settings',
    practice: () => [section({ section: 'notifications' })],
  },
}

type Visits<Part extends string> = Record<string, Visit<Part>>

const ofPart = <Part extends string>(visits: Visits<Part>, part: Part) =>
  Object.values<Visit<Part>>(visits).filter((visit) => visit.part === part)

/** What a part opens in the practice. */
export const practiceAddresses = <Part extends string>(
  visits: Visits<Part>,
  part: NoInfer<Part>,
  ids: PracticeIds,
): string[] => ofPart(visits, part).flatMap(({ practice }) => practice?.(ids) ?? [])

/** What a part opens in the practice of many states. */
export const stateAddresses = <Part extends string>(
  visits: Visits<Part>,
  part: NoInfer<Part>,
  ids: StateIds,
): string[] => ofPart(visits, part).flatMap(({ states }) => states?.(ids) ?? [])

/** What a part opens without a sign-in, or without having paid. */
export const publicAddresses = (part: PublicPart, ids: PublicIds): string[] =>
  Object.values(publicVisits).flatMap((visit) => (visit.part === part ? visit.at(ids) : []))
