import { expect, test } from 'vitest'
import { type MailOutcome, watchMails } from './mail-outcomes.ts'
import { type Mail, MailRefused } from './mailer.ts'

const mail: Mail = { key: 'k', to: 'ana@correo.example', subject: 's', text: 't', html: 'h' }

test('failures count from the last mail that was sent, refusals for good among them', async () => {
  let failure: Error | undefined
  const told: MailOutcome[] = []
  const { mailer, outcomes } = watchMails(
    {
      send: async () => {
        if (failure) throw failure
      },
      forget: () => Promise.resolve(),
      close: () => undefined,
    },
    (outcome) => void told.push(outcome),
  )
  await mailer.send(mail)
  expect(outcomes.read()).toEqual({ failedInRow: 0, failingForMs: null })
  for (failure of [new Error('away'), new MailRefused('no such person')])
    await expect(mailer.send(mail)).rejects.toBe(failure)
  expect(outcomes.read()).toEqual({ failedInRow: 2, failingForMs: expect.any(Number) as number })
  failure = undefined
  await mailer.send(mail)
  expect(outcomes.read()).toEqual({ failedInRow: 0, failingForMs: null })
  expect(told).toEqual(['sent', 'failed', 'refused', 'sent'])
})
