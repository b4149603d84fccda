import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { loadEvent } from '../event.ts'
import { loadFacts, recipientOf } from '../facts.ts'
import { isMarked, mark } from '../once.ts'
import { planEffects } from '../plan.ts'
import { renderMail } from './render.ts'

const Job = z.object({ eventId: z.uuid(), effect: z.int().min(0) })

/** One mail of an event: the place of its effect in the plan. */
export type MailJob = z.infer<typeof Job>

/**
 * Writes and sends one mail. No transaction spans the sending: a mail server may take its time, and a connection of
 * the database is not kept for it. The mark stands once the mail is out, so a crash in between sends it again, under
 * the same key: the same file in the outbox, the same Message-ID over SMTP.
 */
export async function sendMail(deps: Deps, data: object): Promise<void> {
  const { eventId, effect: index } = Job.parse(data)
  const key = `${eventId}:${index}`
  const sent = `${key}:sent`
  if (await isMarked(deps, sent)) return
  const event = await loadEvent(deps, eventId)
  const effect = planEffects(event)[index]
  const facts = await loadFacts(deps, event)
  if (!facts || effect?.kind !== 'mail') return
  const mail = await renderMail(deps, effect.template, recipientOf(facts, effect.to), facts)
  if (!mail) return
  await deps.mailer.send({ key, ...mail })
  await mark(deps, deps.db, sent)
}
