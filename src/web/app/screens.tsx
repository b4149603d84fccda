import type { PreparedPlace } from './states/PreparingScreen.tsx'
import { screen } from './screen.ts'

/** Every lazy screen once, with the texts it needs. The route tables pick from here. */
export const screens = {
  shell: screen(
    'shell',
    () => import('./shell/Shell.tsx'),
    (module) => module.Shell,
    ['shell', 'notifications'],
  ),

  register: screen(
    'register',
    () => import('#web/features/auth/RegisterScreen.tsx'),
    (module) => module.RegisterScreen,
    ['auth', 'legal', 'validation'],
  ),
  recovery: screen(
    'recovery',
    () => import('#web/features/auth/RecoveryScreen.tsx'),
    (module) => module.RecoveryScreen,
    ['auth', 'validation'],
  ),
  privacy: screen(
    'privacy',
    () => import('#web/features/legal/PrivacyScreen.tsx'),
    (module) => module.PrivacyScreen,
    ['legal'],
  ),
  terms: screen(
    'terms',
    () => import('#web/features/legal/TermsScreen.tsx'),
    (module) => module.TermsScreen,
    ['legal'],
  ),
  invitation: screen(
    'invitation',
    () => import('#web/features/invitation/InvitationScreen.tsx'),
    (module) => module.InvitationScreen,
    ['auth', 'invitation', 'legal', 'validation'],
  ),
  sandboxCheckout: screen(
    'sandboxCheckout',
    () => import('#web/features/payment/SandboxCheckoutScreen.tsx'),
    (module) => module.SandboxCheckoutScreen,
    ['payment'],
  ),
  payment: screen(
    'payment',
    () => import('./account/UnpaidScreen.tsx'),
    (module) => module.UnpaidScreen,
    ['payment', 'shell', 'account', 'auth', 'validation'],
  ),

  dashboardCoach: screen(
    'dashboard',
    () => import('./dashboard/CoachDashboardScreen.tsx'),
    (module) => module.CoachDashboardScreen,
    ['dashboard', 'sessions', 'actions', 'clients'],
  ),
  dashboardClient: screen(
    'dashboard',
    () => import('./dashboard/ClientDashboardScreen.tsx'),
    (module) => module.ClientDashboardScreen,
    ['dashboard', 'sessions', 'actions', 'moves'],
  ),
  clients: screen(
    'clients',
    () => import('./client/ClientsPage.tsx'),
    (module) => module.ClientsPage,
    ['clients', 'clientFiles'],
  ),
  clientImport: screen(
    'clientImport',
    () => import('#web/features/client-files/ClientImportScreen.tsx'),
    (module) => module.ClientImportScreen,
    ['clientFiles', 'clients'],
  ),
  clientNew: screen(
    'clientNew',
    () => import('#web/features/clients/edit/ClientNewScreen.tsx'),
    (module) => module.ClientNewScreen,
    ['clients', 'appearance', 'validation'],
  ),
  clientEdit: screen(
    'clientEdit',
    () => import('#web/features/clients/edit/ClientEditScreen.tsx'),
    (module) => module.ClientEditScreen,
    ['clients', 'appearance', 'validation'],
  ),
  client: screen(
    'client',
    () => import('./client/ClientPage.tsx'),
    (module) => module.ClientPage,
    ['clients', 'sessions', 'actions'],
  ),
  coach: screen(
    'coach',
    () => import('./client/CoachPage.tsx'),
    (module) => module.CoachPage,
    ['coach', 'groups', 'sessions'],
  ),
  groups: screen(
    'groups',
    () => import('#web/features/groups/list/GroupsScreen.tsx'),
    (module) => module.GroupsScreen,
    ['groups'],
  ),
  groupNew: screen(
    'groupNew',
    () => import('#web/features/groups/edit/GroupNewScreen.tsx'),
    (module) => module.GroupNewScreen,
    ['groups', 'appearance', 'sessions', 'validation'],
  ),
  groupEdit: screen(
    'groupEdit',
    () => import('#web/features/groups/edit/GroupEditScreen.tsx'),
    (module) => module.GroupEditScreen,
    ['groups', 'appearance', 'sessions', 'validation'],
  ),
  group: screen(
    'group',
    () => import('./group/GroupPage.tsx'),
    (module) => module.GroupPage,
    ['groups', 'sessions', 'validation'],
  ),
  calendar: screen(
    'calendar',
    () => import('#web/features/calendar/CalendarScreen.tsx'),
    (module) => module.CalendarScreen,
    ['calendar', 'schedule', 'sessions', 'validation'],
  ),
  calendarSettings: screen(
    'calendarSettings',
    () => import('#web/features/calendar/settings/CalendarSettingsScreen.tsx'),
    (module) => module.CalendarSettingsScreen,
    ['calendar', 'schedule', 'sessions', 'validation'],
  ),
  sessionNewCoach: screen(
    'sessionNewCoach',
    () => import('#web/features/sessions/book/CoachSessionNewScreen.tsx'),
    (module) => module.CoachSessionNewScreen,
    ['sessions', 'booking', 'schedule', 'validation'],
  ),
  sessionEdit: screen(
    'sessionEdit',
    () => import('#web/features/sessions/edit/SessionEditScreen.tsx'),
    (module) => module.SessionEditScreen,
    ['sessions', 'booking', 'schedule', 'validation'],
  ),
  sessionNewClient: screen(
    'sessionNewClient',
    () => import('./client/SessionNewPage.tsx'),
    (module) => module.SessionNewPage,
    ['sessions', 'booking', 'coach', 'validation'],
  ),
  sessionView: screen(
    'sessionView',
    () => import('#web/features/sessions/view/SessionViewScreen.tsx'),
    (module) => module.SessionViewScreen,
    ['sessions', 'moves', 'schedule', 'actions', 'records', 'validation'],
  ),
  sessionBrief: screen(
    'sessionBrief',
    () => import('#web/features/sessions/prepare/SessionBriefScreen.tsx'),
    (module) => module.SessionBriefScreen,
    ['records', 'sessions', 'actions'],
  ),
  sessionConfirm: screen(
    'sessionConfirm',
    () => import('#web/features/sessions/answer/SessionConfirmScreen.tsx'),
    (module) => module.SessionConfirmScreen,
    ['sessions', 'moves', 'schedule', 'validation'],
  ),
  sessionFinished: screen(
    'sessionFinished',
    () => import('#web/features/sessions/close/SessionFinishedScreen.tsx'),
    (module) => module.SessionFinishedScreen,
    ['sessions', 'actions', 'records', 'schedule', 'validation'],
  ),
  sessionsOf: screen(
    'sessionsOf',
    () => import('#web/features/sessions/list/SessionsOfScreen.tsx'),
    (module) => module.SessionsOfScreen,
    ['sessions'],
  ),
  endingList: screen(
    'endingList',
    () => import('#web/features/sessions/record/EndingListScreen.tsx'),
    (module) => module.EndingListScreen,
    ['sessions', 'records', 'schedule', 'validation'],
  ),
  ending: screen(
    'ending',
    () => import('#web/features/sessions/record/EndingScreen.tsx'),
    (module) => module.EndingScreen,
    ['sessions', 'actions', 'records', 'schedule', 'validation'],
  ),
  actionsOf: screen(
    'actionsOf',
    () => import('#web/features/actions/ActionsOfScreen.tsx'),
    (module) => module.ActionsOfScreen,
    ['actions'],
  ),
  notifications: screen(
    'notifications',
    () => import('#web/features/notifications/NotificationsScreen.tsx'),
    (module) => module.NotificationsScreen,
    ['notifications'],
  ),
  profile: screen(
    'profile',
    () => import('#web/features/profile/ProfileScreen.tsx'),
    (module) => module.ProfileScreen,
    ['settings'],
  ),
  profileInfo: screen(
    'profileInfo',
    () => import('#web/features/profile/InfoScreen.tsx'),
    (module) => module.InfoScreen,
    ['settings', 'appearance', 'validation'],
  ),
  customization: screen(
    'customization',
    () => import('#web/features/profile/CustomizationScreen.tsx'),
    (module) => module.CustomizationScreen,
    ['appearance', 'validation'],
  ),
  company: screen(
    'company',
    () => import('#web/features/profile/CompanyScreen.tsx'),
    (module) => module.CompanyScreen,
    ['appearance', 'validation'],
  ),
  profileContact: screen(
    'profileContact',
    () => import('./account/ContactPage.tsx'),
    (module) => module.ContactPage,
    ['account', 'auth', 'settings', 'validation'],
  ),
  profileAbout: screen(
    'profileAbout',
    () => import('#web/features/profile/AboutScreen.tsx'),
    (module) => module.AboutScreen,
    ['settings', 'validation'],
  ),
  profileAccount: screen(
    'profileAccount',
    () => import('./account/AccountScreen.tsx'),
    (module) => module.AccountScreen,
    ['account', 'auth', 'validation'],
  ),
  settings: screen(
    'settings',
    () => import('#web/features/profile/SettingsScreen.tsx'),
    (module) => module.SettingsScreen,
    ['settings', 'validation'],
  ),
  actions: screen(
    'actions',
    () => import('#web/features/actions/ActionsScreen.tsx'),
    (module) => module.ActionsScreen,
    ['actions'],
  ),
}

const PREPARED = new WeakSet<object>()

/** Whether a lazy route is a place that is not built yet. */
export const isPrepared = (lazy: unknown): boolean => typeof lazy === 'function' && PREPARED.has(lazy)

/** A sidebar place whose feature is not built yet (product D21). */
export function preparing(title: PreparedPlace) {
  const lazy = screen(
    'preparing',
    () => import('./states/PreparingScreen.tsx'),
    ({ PreparingScreen }) =>
      function Prepared() {
        return <PreparingScreen title={title} />
      },
    ['shell'],
  )
  PREPARED.add(lazy)
  return lazy
}
