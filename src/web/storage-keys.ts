/** Keys of the browser's local storage (spec §9). */
export const STORAGE_KEYS = { session: 'session', root: 'root', collapsed: 'collapsed' } as const

/** Prefix of the encrypted drafts (spec §9, product §1 D16). */
export const SECURE_PREFIX = '@secure.'

/** The key of the chosen colour scheme, which the page's first script reads too. */
export const SCHEME_KEY = 'colorScheme'
