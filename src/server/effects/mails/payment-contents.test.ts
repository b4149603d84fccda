import { expect, test } from 'vitest'
import { facts, links, writeMail } from '#test/support/mails/every-mail.ts'
import { fromIso } from '#time/clock.ts'

const endsAt = fromIso('2027-02-09T03:00:00Z')
const english = { ...facts.coach, language: 'en-US', timezone: 'Europe/Madrid' }

test('the end of a trial is another one than of what was paid, on the day of its reader', () => {
  const trial = { ending: { planId: null, isTrial: true, endsAt } }
  const spanish = writeMail('paymentEnding', facts.coach, trial)
  expect(spanish.subject).toBe('Tu prueba termina el 8 de febrero de 2027')
  expect(spanish.text).toContain('Elige tu plan para que tus clientes puedan seguir agendando.')
  expect(spanish.text).not.toContain('Plan:')
  expect(writeMail('paymentEnding', english, trial).subject).toBe('Your trial ends on February 9, 2027')
  const paid = writeMail('paymentEnding', english, { ending: { planId: 'yearly', isTrial: false, endsAt } })
  expect(paid.subject).toBe('Your plan ends on February 9, 2027')
  expect(paid.text).toContain('Plan: Yearly')
  expect(paid.text).toContain(links.payment)
})

test('a refused charge says when it is tried again, or that it is not', () => {
  const again = { failedCharge: { retryAt: endsAt } }
  expect(writeMail('paymentFailed', facts.coach, again).lead).toBe(
    'No pudimos cobrar tu tarjeta. Intentaremos de nuevo el 8 de febrero de 2027.',
  )
  const last = { failedCharge: { retryAt: null } }
  expect(writeMail('paymentFailed', english, last).lead).toBe(
    'We could not charge your card and will not try again.',
  )
})
