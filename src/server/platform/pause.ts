export type Pause = (ms: number) => Promise<void>

/** Waits `ms` milliseconds; returns at once for zero. It does not keep the process alive. */
export const pause: Pause = (ms) =>
  ms <= 0 ? Promise.resolve() : new Promise((resolve) => void setTimeout(resolve, ms).unref())
