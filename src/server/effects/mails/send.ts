import type { Deps } from '../../deps.ts'
import type { DomainEvent } from '../../domain-events.ts'
import { isWanted, quietUntilOf } from '../../modules/preferences/delivery.service.ts'
import type { MailEffect } from '../effect.ts'
import { effectKey } from '../effect-key.ts'
import { loadEvent } from '#server/events/stored-event.ts'
import { loadFacts, memberId, recipientsOf } from '#server/effects/facts/facts.ts'
import { isMarked, mark } from '../once.ts'
import { waitsUntil } from '../waiting-time.ts'
import { isMailMoot } from '../moot.ts'
import { planEffects } from '#server/effects/plans/plan.ts'
import { effectAtFirstIndex } from '../first-release.ts'
import { readJob } from '../stored-job.ts'
import { MailJob } from './mail-job.ts'
import { MAIL_KINDS } from './mail-kinds.ts'
import { beginWhatWaited, putOffMail } from './queue-mail.ts'
import { currentContext } from '#server/work-context.ts'
import { isReached } from './reach.ts'
import { renderMail } from './render.ts'

/**
 * Writes and sends one mail, outside of any transaction: a mail server may be slow, and no database connection waits
 * for it. The mark is set after sending, so a crash in between sends the mail again under the same key: the same file
 * in the outbox, the same Message-ID over SMTP.
 */
export async function sendMail(deps: Deps, data: object): Promise<void> {
  const job = readJob(MailJob, data)
  const stored = await loadEvent(deps, job.eventId)
  if (!stored) return
  const { event } = stored
  const mailed = whatIsMailed(job, event)
  if (!mailed) return
  const key = effectKey(stored, mailed, job.clientId)
  const sent = `${key}:sent`
  if (await isMarked(deps, sent)) return
  const facts = await loadFacts(deps, event)
  if (!facts || isMailMoot(event, facts)) return
  const to = recipientsOf(facts, mailed.to).find((each) => memberId(each, facts) === job.clientId)
  // An address that was entered later has another invitation, or does not have one.
  if (event.type === 'client.invited' && (event.payload.email ?? to?.email) !== to?.email) return
  if (to && !isReached(mailed.template, to, stored.at)) return
  const kind = MAIL_KINDS[mailed.template]
  if (to && kind !== null) {
    if (!(await isWanted(deps, to, kind, 'email'))) return
    const now = deps.clock.now()
    const waits = { kind, reader: to.userId, quietUntil: await quietUntilOf(deps, to), now }
    const dueAt = waitsUntil(event, waits)
    if (dueAt !== undefined) return putOffMail(deps, key, job, dueAt)
  }
  await beginWhatWaited(deps, event)
  const mail = await renderMail(deps, mailed.template, to, facts)
  if (!mail) return
  await deps.mailer.send({ key, ...mail, requestId: currentContext()?.requestId })
  deps.log.info({ template: mailed.template, event: stored.id }, 'mail sent')
  await mark(deps, deps.db, sent)
}

function whatIsMailed(job: MailJob, event: DomainEvent): MailEffect | undefined {
  if (!('effect' in job)) return { kind: 'mail', to: job.to, template: job.template }
  const effect = effectAtFirstIndex(event, planEffects(event), job.effect)
  return effect?.kind === 'mail' ? effect : undefined
}
