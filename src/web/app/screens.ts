import { keysOf } from '#contract/keys-of.ts'
import type { UserType } from '#contract/account/auth.ts'
import { patterns } from '#web/paths.ts'
import { messageScreens } from './message-screens.ts'
import { profileScreens } from './profile-screens.ts'
import { resourceScreens } from './resource-screens.ts'
import { videoScreens } from './video-screens.ts'
import type { Screen } from './screen.ts'

/** The frame of the screens for signed-in people. */
export const shell = {
  load: () => import('./shell/Shell.tsx'),
  texts: ['shell'],
  asks: ['GET /v1/auth/me'],
} as const satisfies Pick<Screen, 'load' | 'texts' | 'asks'>

/** What provides the queries of the screens outside that frame. */
export const queries = { load: () => import('./WithQueries.tsx') } as const satisfies Pick<Screen, 'load'>

/**
 * Every screen, once. The router, the first script of the page, the list of sizes, the accessibility sweep and the
 * pictures read this table; what a sweep has to know of a screen is keyed by these names.
 */
export const screens = {
  home: {
    at: patterns.home,
    for: 'visitor',
    load: () => import('#web/features/auth/LandingScreen.tsx'),
    texts: ['auth', 'validation'],
    isFirst: true,
    hasNoQueries: true,
  },
  register: {
    at: patterns.register,
    for: 'visitor',
    load: () => import('#web/features/auth/RegisterScreen.tsx'),
    texts: ['auth', 'legal', 'validation'],
  },
  recovery: {
    at: patterns.recovery,
    for: 'visitor',
    load: () => import('#web/features/auth/RecoveryScreen.tsx'),
    texts: ['auth', 'validation'],
  },
  privacy: {
    at: patterns.privacy,
    for: 'anyone',
    load: () => import('#web/features/legal/PrivacyScreen.tsx'),
    texts: ['legal'],
  },
  terms: {
    at: patterns.terms,
    for: 'anyone',
    load: () => import('#web/features/legal/TermsScreen.tsx'),
    texts: ['legal'],
  },
  invitation: {
    at: patterns.invitation,
    for: 'anyone',
    load: () => import('#web/features/invitation/InvitationScreen.tsx'),
    texts: ['auth', 'invitation', 'legal', 'validation'],
  },
  sandboxCheckout: {
    at: patterns.sandboxCheckout,
    for: 'anyone',
    load: () => import('#web/features/payment/SandboxCheckoutScreen.tsx'),
    texts: ['payment'],
  },
  payment: {
    at: patterns.payment,
    for: 'coach',
    load: () => import('./account/UnpaidScreen.tsx'),
    texts: ['payment', 'invoices', 'shell', 'account', 'auth', 'validation'],
    isBare: true,
  },
  paymentDone: {
    at: patterns.paymentDone,
    for: 'coach',
    load: () => import('#web/features/payment/done/PaymentDoneScreen.tsx'),
    texts: ['payment'],
    isBare: true,
  },

  dashboardCoach: {
    at: patterns.dashboard,
    for: 'coach',
    load: () => import('./dashboard/CoachDashboardScreen.tsx'),
    texts: ['dashboard', 'sessions', 'actions', 'clients'],
    asks: ['GET /v1/dashboard'],
    isFirst: true,
  },
  dashboardClient: {
    at: patterns.dashboard,
    for: 'client',
    load: () => import('./dashboard/ClientDashboardScreen.tsx'),
    texts: ['dashboard', 'sessions', 'actions', 'moves'],
    asks: ['GET /v1/dashboard'],
    isFirst: true,
  },
  notifications: {
    at: patterns.notifications,
    for: 'signedIn',
    load: () => import('#web/features/notifications/NotificationsScreen.tsx'),
    texts: ['notifications'],
  },

  clients: {
    at: patterns.clients,
    for: 'coach',
    load: () => import('./client/ClientsScreen.tsx'),
    texts: ['clients'],
    asks: [
      'GET /v1/client/coach/:me?sort=name&direction=asc&page=1&items=25',
      'GET /v1/client/coach/:me/attention',
    ],
    isDaily: true,
  },
  clientNew: {
    at: patterns.clientNew,
    for: 'coach',
    load: () => import('#web/features/clients/edit/ClientNewScreen.tsx'),
    texts: ['clients', 'appearance', 'validation'],
  },
  clientEdit: {
    at: patterns.clientEdit,
    for: 'coach',
    load: () => import('#web/features/clients/edit/ClientEditScreen.tsx'),
    texts: ['clients', 'appearance', 'validation'],
  },
  clientImport: {
    at: patterns.clientImport,
    for: 'coach',
    load: () => import('#web/features/client-files/ClientImportScreen.tsx'),
    texts: ['clientFiles', 'clients'],
  },
  client: {
    at: patterns.clientView,
    for: 'coach',
    load: () => import('./client/ClientScreen.tsx'),
    texts: ['clients', 'sessions', 'actions', 'goals', 'memorandums', 'notes', 'resources', 'validation'],
  },
  groups: {
    at: patterns.groups,
    for: 'coach',
    load: () => import('#web/features/groups/list/GroupsScreen.tsx'),
    texts: ['groups'],
  },
  groupNew: {
    at: patterns.groupNew,
    for: 'coach',
    load: () => import('#web/features/groups/edit/GroupNewScreen.tsx'),
    texts: ['groups', 'appearance', 'sessions', 'validation'],
  },
  groupEdit: {
    at: patterns.groupEdit,
    for: 'coach',
    load: () => import('#web/features/groups/edit/GroupEditScreen.tsx'),
    texts: ['groups', 'appearance', 'sessions', 'validation'],
  },
  group: {
    at: patterns.groupView,
    for: 'coach',
    load: () => import('./group/GroupScreen.tsx'),
    texts: ['groups', 'sessions', 'actions', 'goals', 'memorandums', 'notes', 'resources', 'validation'],
  },

  calendar: {
    at: patterns.calendar,
    for: 'signedIn',
    load: () => import('#web/features/calendar/CalendarScreen.tsx'),
    asks: [
      'GET /v1/session/coach/:me?from=@week&to=@today+30&items=100&page=1',
      'GET /v1/coach/calendar-time/:me?from=@week-1&to=@today+30',
    ],
    texts: ['calendar', 'schedule', 'sessions'],
    isDaily: true,
  },
  calendarSettings: {
    at: patterns.calendarSettings,
    for: 'coach',
    load: () => import('#web/features/calendar/settings/CalendarSettingsScreen.tsx'),
    texts: ['calendar', 'schedule', 'sessions', 'validation'],
  },
  sessionNewCoach: {
    at: patterns.sessionNewCoach,
    for: 'coach',
    load: () => import('#web/features/sessions/book/CoachSessionNewScreen.tsx'),
    texts: ['sessions', 'booking', 'clients', 'schedule', 'validation'],
  },
  sessionNewClient: {
    at: [patterns.sessionNew, patterns.sessionNewOn],
    for: 'client',
    load: () => import('./client/SessionNewScreen.tsx'),
    texts: ['sessions', 'booking', 'coach', 'validation'],
  },
  sessionEdit: {
    at: patterns.sessionEdit,
    for: 'coach',
    load: () => import('#web/features/sessions/edit/SessionEditScreen.tsx'),
    texts: ['sessions', 'booking', 'schedule', 'validation'],
  },
  sessionView: {
    at: patterns.sessionView,
    for: 'signedIn',
    load: () => import('#web/features/sessions/view/SessionViewScreen.tsx'),
    texts: ['sessions', 'moves', 'schedule', 'actions', 'records', 'notes', 'resources', 'validation'],
  },
  sessionBrief: {
    at: patterns.sessionBrief,
    for: 'coach',
    load: () => import('#web/features/sessions/prepare/SessionBriefScreen.tsx'),
    texts: ['records', 'sessions', 'actions', 'goals', 'memorandums', 'notes'],
  },
  sessionConfirm: {
    at: patterns.sessionConfirm,
    for: 'coach',
    load: () => import('#web/features/sessions/answer/SessionConfirmScreen.tsx'),
    texts: ['sessions', 'moves', 'schedule', 'validation'],
  },
  sessionFinished: {
    at: patterns.sessionFinished,
    for: 'coach',
    load: () => import('#web/features/sessions/close/SessionFinishedScreen.tsx'),
    texts: ['sessions', 'actions', 'goals', 'records', 'schedule', 'validation'],
  },
  sessions: {
    at: patterns.sessions,
    for: 'coach',
    load: () => import('#web/features/sessions/list/SessionsScreen.tsx'),
    texts: ['sessions'],
    isDaily: true,
  },
  sessionsOf: {
    at: patterns.sessionsOf,
    for: 'signedIn',
    load: () => import('#web/features/sessions/list/SessionsOfScreen.tsx'),
    texts: ['sessions', 'notes'],
  },
  endingList: {
    at: patterns.ending,
    for: 'signedIn',
    load: () => import('#web/features/sessions/record/EndingListScreen.tsx'),
    texts: ['sessions', 'records', 'schedule', 'validation'],
  },
  ending: {
    at: patterns.endingOf,
    for: 'signedIn',
    load: () => import('#web/features/sessions/record/EndingScreen.tsx'),
    texts: ['sessions', 'actions', 'records', 'schedule', 'validation'],
  },
  actions: {
    at: patterns.actions,
    for: 'signedIn',
    load: () => import('#web/features/actions/ActionsScreen.tsx'),
    texts: ['actions', 'sessions', 'validation'],
  },
  actionsOf: {
    at: patterns.actionsOf,
    for: 'signedIn',
    load: () => import('#web/features/actions/ActionsOfScreen.tsx'),
    texts: ['actions', 'validation'],
  },
  notesOf: {
    at: patterns.notesOf,
    for: 'coach',
    load: () => import('#web/features/notes/NotesOfScreen.tsx'),
    texts: ['notes', 'validation'],
  },

  goals: {
    at: patterns.goals,
    for: 'client',
    load: () => import('#web/features/goals/GoalsScreen.tsx'),
    texts: ['goals', 'actions', 'validation'],
  },
  goalsOf: {
    at: patterns.goalsOf,
    for: 'signedIn',
    load: () => import('#web/features/goals/GoalsOfScreen.tsx'),
    texts: ['goals', 'actions', 'validation'],
  },
  ...messageScreens,
  ...videoScreens,
  ...resourceScreens,
  memorandums: {
    at: patterns.memorandums,
    for: 'coach',
    load: () => import('#web/features/memorandums/list/MemorandumsScreen.tsx'),
    texts: ['memorandums', 'validation'],
  },
  memorandumNew: {
    at: patterns.memorandumNew,
    for: 'coach',
    load: () => import('#web/features/memorandums/edit/MemorandumNewScreen.tsx'),
    texts: ['memorandums', 'clients', 'validation'],
  },
  memorandumEdit: {
    at: patterns.memorandumEdit,
    for: 'coach',
    load: () => import('#web/features/memorandums/edit/MemorandumEditScreen.tsx'),
    texts: ['memorandums', 'clients', 'validation'],
  },

  coach: {
    at: patterns.coach,
    for: 'client',
    load: () => import('./client/CoachScreen.tsx'),
    texts: ['coach', 'groups', 'sessions'],
  },
  ...profileScreens,
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens

type NamesWhere<Wanted> = {
  [Name in ScreenName]: (typeof screens)[Name] extends Wanted ? Name : never
}[ScreenName]

/** The screens that open without a sign-in, and those of each kind of person. */
export type PublicScreen = NamesWhere<{ for: 'visitor' | 'anyone' }>
export type CoachScreen = NamesWhere<{ for: 'coach' | 'signedIn' }>
export type ClientScreen = NamesWhere<{ for: 'client' | 'signedIn' }>

/** Every screen with its name, in the order of the table. */
export const allScreens: readonly (readonly [name: ScreenName, screen: Screen])[] = keysOf(screens).map(
  (name) => [name, screens[name]],
)

/** The patterns of a screen's addresses. */
export const patternsOf = ({ at }: Screen): readonly string[] => (typeof at === 'string' ? [at] : at)

/** Whether a screen needs no sign-in. */
export const isPublic = (screen: Screen): boolean => screen.for === 'visitor' || screen.for === 'anyone'

/** Whether a screen is shown inside the shell. */
export const isFramed = (screen: Screen): boolean => !isPublic(screen) && screen.isBare !== true

/** The screens of one user type, without the public ones. */
export function screensOf(userType: UserType): readonly (readonly [name: ScreenName, screen: Screen])[] {
  return allScreens.filter(([, screen]) => screen.for === userType || screen.for === 'signedIn')
}
