import { createPasswords } from '#server/platform/passwords.ts'

/** As in the product, but for the work: at its cost every sign-in of a test would take a hundred times as long. */
export const cheapPasswords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
