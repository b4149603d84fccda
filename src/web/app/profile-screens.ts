import { paths, patterns } from '#web/paths.ts'
import type { Screen } from './screen.ts'

const section = (name: Parameters<typeof paths.profileSection>[0]['section']) =>
  paths.profileSection({ section: name })

/** The screens of a person's profile and settings (product §18): lines of the table of screens. */
export const profileScreens = {
  profile: {
    at: patterns.profile,
    for: 'signedIn',
    load: () => import('#web/features/profile/ProfileScreen.tsx'),
    texts: ['settings'],
  },
  profileInfo: {
    at: section('info'),
    for: 'signedIn',
    load: () => import('#web/features/profile/InfoScreen.tsx'),
    texts: ['settings', 'appearance', 'validation'],
  },
  profileContact: {
    at: section('contact'),
    for: 'signedIn',
    load: () => import('./account/ContactScreen.tsx'),
    texts: ['account', 'auth', 'settings', 'validation'],
  },
  profileAbout: {
    at: section('about'),
    for: 'signedIn',
    load: () => import('#web/features/profile/AboutScreen.tsx'),
    texts: ['settings', 'validation'],
  },
  profileAccount: {
    at: section('account'),
    for: 'signedIn',
    load: () => import('./account/AccountScreen.tsx'),
    texts: ['account', 'activity', 'auth', 'settings', 'validation'],
  },
  profileActivity: {
    at: section('activity'),
    for: 'signedIn',
    load: () => import('#web/features/account/activity/ActivityScreen.tsx'),
    texts: ['activity', 'account', 'auth', 'payment', 'validation'],
  },
  profileNotifications: {
    at: section('notifications'),
    for: 'signedIn',
    load: () => import('#web/features/preferences/PreferencesScreen.tsx'),
    texts: ['preferences'],
  },
  profilePayment: {
    at: section('payment'),
    for: 'coach',
    load: () => import('#web/features/payment/PaymentStateScreen.tsx'),
    texts: ['payment', 'invoices', 'validation'],
  },
  customization: {
    at: section('customization'),
    for: 'coach',
    load: () => import('#web/features/profile/CustomizationScreen.tsx'),
    texts: ['appearance', 'settings'],
  },
  company: {
    at: patterns.company,
    for: 'coach',
    load: () => import('#web/features/profile/CompanyScreen.tsx'),
    texts: ['appearance', 'validation'],
  },
  settings: {
    at: patterns.settings,
    for: 'signedIn',
    load: () => import('#web/features/profile/SettingsScreen.tsx'),
    texts: ['settings', 'validation'],
  },
} as const satisfies Record<string, Screen>
