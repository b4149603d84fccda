/** The queue of domain events between their commit and their effects. */
export const EFFECTS_QUEUE = 'domain-events'

/** The queue of their mails, so that a slow mail server delays nothing else. */
export const MAILS_QUEUE = 'mails'

/** The queue of web pushes: a push service that is slow or away delays nothing else. */
export const PUSHES_QUEUE = 'pushes'

/** The queue of external calendars: reading one takes as long as its server does. */
export const CALENDARS_QUEUE = 'calendars'

/** The queue of what is read from the payment provider again: it may be slow, or away. */
export const PAYMENTS_QUEUE = 'payments'

/** The queue of archives of people's data: one takes minutes. */
export const EXPORTS_QUEUE = 'exports'

/** The queue of accounts that are erased: one may have a whole practice. */
export const ERASURES_QUEUE = 'erasures'

/** The queue of archives that practices are read back from: one takes minutes. */
export const IMPORTS_QUEUE = 'imports'

export const QUEUES = [
  EFFECTS_QUEUE,
  MAILS_QUEUE,
  PUSHES_QUEUE,
  CALENDARS_QUEUE,
  PAYMENTS_QUEUE,
  EXPORTS_QUEUE,
  ERASURES_QUEUE,
  IMPORTS_QUEUE,
] as const

/** Jobs that may take hours: gigabytes to a bucket over a slow line. A job that takes longer than its queue allows is run again. */
export const SLOW_QUEUES = {
  [EXPORTS_QUEUE]: 12 * 3_600,
  [ERASURES_QUEUE]: 12 * 3_600,
  [IMPORTS_QUEUE]: 12 * 3_600,
}
