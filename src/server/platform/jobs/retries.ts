/**
 * When a failed job is tried again: after some 2 s, then each time after twice as long, at most 4 hours. About two days
 * pass from the first failure to the last attempt.
 */
export const RETRIES = { retryLimit: 24, retryDelay: 2, retryBackoff: true, retryDelayMax: 14_400 }
