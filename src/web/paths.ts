import type { ClientStatus } from '#contract/clients.ts'
import type { ResourceType } from '#contract/resources/resources.ts'
import type { CoacheeType } from '#contract/values.ts'

/**
 * Every URL of the product as the router matches it (spec §2, product D10). The spellings are fixed by spec.md,
 * `memoramdumId` and `idClient` included. Only this file writes URLs.
 */
export const patterns = {
  home: '/',
  register: '/register',
  recovery: '/recovery',
  privacy: '/privacy',
  terms: '/terms',
  invitation: '/invitation/:clientId',
  sandboxCheckout: '/checkout/:checkoutId',

  dashboard: '/dashboard',
  payment: '/payment',
  paymentDone: '/payment/done',
  profile: '/profile',
  profileSection: '/profile/:section',
  company: '/company',
  settings: '/settings',
  notifications: '/notifications',

  clients: '/clients',
  clientNew: '/clients/new',
  clientImport: '/clients/import',
  clientEdit: '/clients/edit/:idClient',
  clientView: '/clients/view/:idClient',
  groups: '/groups',
  groupNew: '/groups/new',
  groupView: '/groups/view/:groupId',
  groupEdit: '/groups/edit/:groupId',

  calendar: '/calendar',
  calendarSettings: '/calendar/settings',
  sessionNewCoach: '/calendar/session/new/:type',
  sessionEdit: '/calendar/session/edit/:type/:sessionId',
  sessionNew: '/session/new',
  sessionNewOn: '/session/new/:selectedDate',
  sessionView: '/session/view/:sessionId',
  sessionBrief: '/session/brief/:sessionId',
  sessionRoom: '/session/room/:sessionId',
  sessionConfirm: '/session/confirm/:sessionId',
  sessionFinished: '/session/finished/:sessionId',
  sessions: '/sessions',
  sessionsOf: '/sessions/:itemId/:type',
  ending: '/ending',
  endingOf: '/ending/:sessionId',

  messages: '/messages',
  messagesOf: '/messages/:type/:itemId',
  resources: '/resources',
  resourcesOfSession: '/resources/:sessionId',
  resourcesOf: '/resources/:itemId/:type',
  resourceNew: '/resource/new/:type',
  resourceEdit: '/resource/edit/:resourceId',
  resourceView: '/resource/view/:resourceId',
  memorandums: '/memorandums',
  memorandumNew: '/memorandums/new',
  memorandumEdit: '/memorandums/edit/:memoramdumId',
  goals: '/goals',
  goalsOf: '/goals/:itemId/:type',
  actions: '/actions',
  actionsOf: '/actions/:itemId/:type',
  notesOf: '/notes/:itemId/:type',
  coach: '/coach',
} as const

export type PathName = keyof typeof patterns

/** Whether a part of a URL may be an id: ids are UUIDs (product §2). */
export const isId = (part: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(part)

type Coachee = { type: CoacheeType; itemId: string }

/** Every URL the web links to. */
export const paths = {
  home: () => patterns.home,
  register: () => patterns.register,
  recovery: () => patterns.recovery,
  /** Not a screen: the server redirects to Google from here; `to` is the URL to open afterwards. */
  googleStart: (params: { to?: string } = {}) => `/v1/auth/google/start${query(params)}`,
  privacy: () => patterns.privacy,
  terms: () => patterns.terms,
  invitation: (params: { clientId: string }) => fill(patterns.invitation, params),
  sandboxCheckout: (params: { checkoutId: string }) => fill(patterns.sandboxCheckout, params),

  /** `session` shows one above everything, as on `sessionsOf`. */
  dashboard: (noted: { session?: string | undefined } = {}) => patterns.dashboard + query(noted),
  payment: () => patterns.payment,
  /** Where a payment provider leads back to; the server writes it too. */
  paymentDone: () => patterns.paymentDone,
  profile: () => patterns.profile,
  profileSection: (params: { section: ProfileSection }) => fill(patterns.profileSection, params),
  company: () => patterns.company,
  settings: () => patterns.settings,
  notifications: () => patterns.notifications,

  clients: (filter: { status?: ClientStatus; tag?: string; attention?: 'true' } = {}) =>
    patterns.clients + query(filter),
  clientNew: () => patterns.clientNew,
  clientImport: () => patterns.clientImport,
  clientEdit: ({ clientId }: { clientId: string }) => fill(patterns.clientEdit, { idClient: clientId }),
  /** `tab` opens one of the person's tabs. */
  clientView: ({ clientId, ...tab }: { clientId: string; tab?: ClientTab }) =>
    fill(patterns.clientView, { idClient: clientId }) + query(tab),
  groups: () => patterns.groups,
  groupNew: () => patterns.groupNew,
  groupView: ({
    groupId,
    ...tab
  }: {
    groupId: string
    tab?: 'members' | 'sessions' | 'goals' | 'actions' | 'resources' | 'messages' | 'notes'
  }) => fill(patterns.groupView, { groupId }) + query(tab),
  groupEdit: (params: { groupId: string }) => fill(patterns.groupEdit, params),

  calendar: () => patterns.calendar,
  /** `tab` opens one of its groups. */
  calendarSettings: (tab: { tab?: CalendarTab } = {}) => patterns.calendarSettings + query(tab),
  /** The coach's form; `clientId` or `groupId`, `startsAt` and `minutes` prefill it. */
  sessionNewCoach: ({ type, ...prefill }: { type: CoacheeType } & SessionPrefill) =>
    fill(patterns.sessionNewCoach, { type }) + query(prefill),
  sessionEdit: (params: { type: CoacheeType; sessionId: string }) => fill(patterns.sessionEdit, params),
  /** The client's form; `selectedDate` is a calendar date. */
  sessionNew: ({ selectedDate }: { selectedDate?: string } = {}) =>
    selectedDate === undefined ? patterns.sessionNew : fill(patterns.sessionNewOn, { selectedDate }),
  /** `open` opens one of its dialogs, `part` scrolls to a part of it. */
  sessionView: ({
    sessionId,
    part,
    ...dialog
  }: {
    sessionId: string
    open?: SessionDialog
    part?: SessionPart
  }) => fill(patterns.sessionView, { sessionId }) + query(dialog) + (part === undefined ? '' : `#${part}`),
  sessionBrief: (params: { sessionId: string }) => fill(patterns.sessionBrief, params),
  sessionRoom: (params: { sessionId: string }) => fill(patterns.sessionRoom, params),
  sessionConfirm: (params: { sessionId: string }) => fill(patterns.sessionConfirm, params),
  sessionFinished: (params: { sessionId: string }) => fill(patterns.sessionFinished, params),
  sessions: (filter: { search?: string } = {}) => patterns.sessions + query(filter),
  sessionsOf: ({ session, ...of }: Coachee & { session?: string | undefined }) =>
    fill(patterns.sessionsOf, of) + query({ session }),
  ending: ({ sessionId }: { sessionId?: string } = {}) =>
    sessionId === undefined ? patterns.ending : fill(patterns.endingOf, { sessionId }),

  /** `room` opens one of several rooms of a client. */
  messages: (open: { room?: string } = {}) => patterns.messages + query(open),
  /** Not a screen: where the names of emoji are, by language. */
  emojiNames: () => '/emoji',
  messagesOf: (params: Coachee) => fill(patterns.messagesOf, params),
  resources: () => patterns.resources,
  /** The library, open to attach to a session. */
  resourcesOfSession: (params: { sessionId: string }) => fill(patterns.resourcesOfSession, params),
  resourcesOf: (params: Coachee) => fill(patterns.resourcesOf, params),
  /** Not screens: the pictures beside a push. */
  icon: () => '/icons/icon-192.png',
  badge: () => '/icons/badge-96.png',
  /** Not a screen: where the parts of a file go, by the tus protocol. */
  resourceUpload: ({ fileId }: { fileId: string }) => `/v1/resource/upload/${fileId}`,
  importUpload: ({ importId }: { importId: string }) => `/v1/import/upload/${importId}`,
  resourceNew: (params: { type: ResourceType }) => fill(patterns.resourceNew, params),
  resourceEdit: (params: { resourceId: string }) => fill(patterns.resourceEdit, params),
  resourceView: (params: { resourceId: string }) => fill(patterns.resourceView, params),
  /** `clientId` narrows the list to one person. */
  memorandums: (filter: { clientId?: string } = {}) => patterns.memorandums + query(filter),
  /** At most one of them: what it will be about. */
  memorandumNew: (about: { clientId?: string; groupId?: string; sessionId?: string } = {}) =>
    patterns.memorandumNew + query(about),
  memorandumEdit: (params: { memoramdumId: string }) => fill(patterns.memorandumEdit, params),
  /** `open` opens one of them (product §1 D10). */
  goals: (goal: { open?: string | undefined } = {}) => patterns.goals + query(goal),
  goalsOf: ({ open, ...of }: Coachee & { open?: string | undefined }) =>
    fill(patterns.goalsOf, of) + query({ open }),
  actions: (list: { open?: string; status?: string; search?: string; goal?: string } = {}) =>
    patterns.actions + query(list),
  actionsOf: ({ open, ...of }: Coachee & { open?: string }) => fill(patterns.actionsOf, of) + query({ open }),
  /** `open` opens one, or a `new` one, tied to a session and a goal. */
  notesOf: ({ open, session, goal, ...of }: Coachee & { open?: string; session?: string; goal?: string }) =>
    fill(patterns.notesOf, of) + query({ open, session, goal }),
  coach: () => patterns.coach,
}

type SessionPrefill = {
  clientId?: string
  groupId?: string
  /** A chosen start; one that has passed is recorded. */
  startsAt?: string
  minutes?: string
  /** The day whose hours are offered first. */
  date?: string
  /** Records a session of the past. */
  past?: '1'
}

/** The dialogs over a session: moving and cancelling it. */
export const SESSION_DIALOGS = ['move', 'cancel'] as const
export type SessionDialog = (typeof SESSION_DIALOGS)[number]

/** Parts of a session's page that a URL can name; mails link to them too. */
export type SessionPart = 'preparation' | 'record'

/** Tabs of a person's screen (product §6), those whose features exist. */
export const CLIENT_TABS = ['summary', 'sessions', 'goals', 'actions', 'notes', 'resources', 'data'] as const
export type ClientTab = (typeof CLIENT_TABS)[number]

/** Groups of the calendar's settings (product §8). */
export const CALENDAR_TABS = ['hours', 'days', 'booking', 'blocks', 'calendars'] as const
export type CalendarTab = (typeof CALENDAR_TABS)[number]

/** The segment after /profile/ (spec §2). */
export type ProfileSection =
  | 'info'
  | 'contact'
  | 'about'
  | 'account'
  | 'activity'
  | 'notifications'
  | 'customization'
  | 'payment'

function fill(pattern: string, params: Record<string, string>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new RangeError(`${pattern} lacks ${name}`)
    return encodeURIComponent(value)
  })
}

function query(params: Record<string, string | undefined>): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
