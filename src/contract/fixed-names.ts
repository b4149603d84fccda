/**
 * The spellings that spec.md fixes, mistakes included. A test pins each with its section, so that they are not "fixed".
 */

/** Keys of the browser's local storage (spec §9). */
export const STORAGE_KEYS = { session: 'session', root: 'root', collapsed: 'collapsed' } as const

/** Prefix of the encrypted drafts (spec §9, product §1 D16). */
export const SECURE_PREFIX = '@secure.'

/** Notification types of spec §3, in its order. */
export const SPEC_NOTIFICATION_TYPES = [
  '10_MINS_TO_START',
  'CANCELLED_SESSION_FROM_COACH',
  'CANCELLED_SESSION_FROM_CLIENT',
  'DAY_MEMORANDUM',
  'CLIENT_INVITATION_ACEPTED',
  'MEMBER_INVITATION_ACEPTED',
  'NEW_SESSION_FROM_COACH',
  'NEW_SESSION_FROM_CLIENT',
  'ASSIGNMENT_RESOURCE',
] as const

/** The live event that never enters the notification list (spec §3). */
export const NEW_MESSAGE = 'NEW_MESSAGE'

/** What the web emits once connected (spec §7); the server ignores its user and room (product §1 D9). */
export const ADD_SOCKET = 'ADD_SOCKET'

/** Durations used by the web, in milliseconds (spec §9). */
export const ALERT_MS = 6_000
export const SOCKET_RETRY_MS = 10_000
export const REHYDRATE_TIMEOUT_MS = 5_000
export const CHUNK_TIMEOUT_MS = 120_000

/** Popovers of the header, in pixels (spec §9). */
export const POPOVER = { width: 270, height: 300 } as const

export const DEFAULT_LANGUAGE = 'es-MX'
/** The languages a person may choose (product §18); the first is the default and the fallback. */
export const LANGUAGES = [DEFAULT_LANGUAGE, 'en-US'] as const
export const DEFAULT_COUNTRY = 'Mexico'

/** The schema's message for a missing country or zone (spec §5); the screen shows "Campo requerido". */
export const REQUIRED = 'Required'
