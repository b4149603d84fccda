/** The queue that carries domain events from their commit to their effects. */
export const EFFECTS_QUEUE = 'domain-events'

/** The queue of the mails among them: a mail server that is slow or away holds up nothing else. */
export const MAILS_QUEUE = 'mails'

export const QUEUES = [EFFECTS_QUEUE, MAILS_QUEUE] as const
