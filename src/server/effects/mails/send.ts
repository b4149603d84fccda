import type { Deps } from '../../deps.ts'
import { loadEvent } from '../event.ts'
import { loadFacts, memberId, recipientsOf } from '../facts.ts'
import { isMarked, mark } from '../once.ts'
import { isMoot, planEffects } from '../plan.ts'
import { MailJob, mailKey } from './mail-job.ts'
import { renderMail } from './render.ts'

/**
 * Writes and sends one mail. No transaction spans the sending: a mail server may take its time, and a connection of
 * the database is not kept for it. The mark stands once the mail is out, so a crash in between sends it again, under
 * the same key: the same file in the outbox, the same Message-ID over SMTP.
 */
export async function sendMail(deps: Deps, data: object): Promise<void> {
  const job = MailJob.parse(data)
  const key = mailKey(job)
  const sent = `${key}:sent`
  if (await isMarked(deps, sent)) return
  const event = await loadEvent(deps, job.eventId)
  const effect = planEffects(event)[job.effect]
  const facts = await loadFacts(deps, event)
  if (!facts || effect?.kind !== 'mail') return
  if (isMoot(event, facts.session)) return
  const to = recipientsOf(facts, effect.to).find((each) => memberId(each, facts) === job.clientId)
  const mail = await renderMail(deps, effect.template, to, facts)
  if (!mail) return
  await deps.mailer.send({ key, ...mail })
  await mark(deps, deps.db, sent)
}
