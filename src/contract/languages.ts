/** The language of a person who chose none (spec §9). */
export const DEFAULT_LANGUAGE = 'es-MX'

/** The languages a person may choose (product §18); the first is the default and the fallback. */
export const LANGUAGES = [DEFAULT_LANGUAGE, 'en-US'] as const
