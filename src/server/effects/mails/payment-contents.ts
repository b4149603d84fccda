import type { EpochMs } from '#time/clock.ts'
import { formatFullDate } from '#time/format.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import type { Recipient } from '#server/effects/facts/people.ts'
import type { MailContent } from './mail-content.ts'
import type { Say } from './session-contents.ts'

/** What a mail about a payment says; undefined once it is not so any more. `own` says the texts of its template. */
export function paymentContent(
  own: Say,
  { timezone, language }: Recipient,
  { ending, failedCharge }: Pick<Facts, 'ending' | 'failedCharge'>,
  template: 'paymentEnding' | 'paymentFailed',
): Pick<MailContent, 'subject' | 'lead' | 'details' | 'notes'> | undefined {
  const day = (at: EpochMs) => formatFullDate(at, timezone, language)
  if (template === 'paymentFailed') {
    if (!failedCharge) return undefined
    const { retryAt } = failedCharge
    const lead = retryAt === null ? own('lead_last') : own('lead', { date: day(retryAt) })
    return { subject: own('subject'), lead, details: [], notes: [own('note')] }
  }
  if (!ending) return undefined
  const { endsAt, isTrial, planId } = ending
  const date = day(endsAt)
  return {
    subject: own(isTrial ? 'subject_trial' : 'subject', { date }),
    lead: own(isTrial ? 'lead_trial' : 'lead', { date }),
    details: [
      ...(planId === null ? [] : [{ label: own('plan'), value: own(`plan_${planId}`) }]),
      { label: own('ends'), value: date },
    ],
    notes: [own('note')],
  }
}
