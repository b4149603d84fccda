// Free of zod, so that screens without forms do not load it.

/** Lengths a session may have, in minutes (product §9). */
export const SESSION_MINUTES = { min: 15, max: 480 } as const
