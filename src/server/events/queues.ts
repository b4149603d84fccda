/** The queue that carries domain events from their commit to their effects. */
export const EFFECTS_QUEUE = 'domain-events'

/** The queue of the mails among them: a mail server that is slow or away holds up nothing else. */
export const MAILS_QUEUE = 'mails'

/** The queue of calendars kept elsewhere: reading one takes as long as their server does. */
export const CALENDARS_QUEUE = 'calendars'

export const QUEUES = [EFFECTS_QUEUE, MAILS_QUEUE, CALENDARS_QUEUE] as const
