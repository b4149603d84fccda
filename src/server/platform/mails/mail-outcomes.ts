import type { Mailer } from './mailer.ts'
import { MailRefused } from './mailer.ts'

export type MailOutcome = 'sent' | 'failed' | 'refused'

/** How the mails of this process fare. */
export type MailOutcomes = {
  /** Mails that failed since the last one that was sent, and for how long; null if the last one was sent. */
  read(): { failedInRow: number; failingForMs: number | null }
}

/**
 * The same mailer, and how its mails fare. A mail that was refused for good counts as a failure: a server that takes none
 * at all refuses each of them.
 */
export function watchMails(
  mailer: Mailer,
  onOutcome: (outcome: MailOutcome) => void,
): { mailer: Mailer; outcomes: MailOutcomes } {
  let failedInRow = 0
  let failingSince: number | null = null
  return {
    mailer: {
      ...mailer,
      async send(mail) {
        try {
          await mailer.send(mail)
          failedInRow = 0
          failingSince = null
          onOutcome('sent')
        } catch (error) {
          failedInRow += 1
          failingSince ??= performance.now()
          onOutcome(error instanceof MailRefused ? 'refused' : 'failed')
          throw error
        }
      },
    },
    outcomes: {
      read: () => ({
        failedInRow,
        failingForMs: failingSince === null ? null : Math.round(performance.now() - failingSince),
      }),
    },
  }
}
