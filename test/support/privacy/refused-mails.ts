import { sql } from 'kysely'
import { runEffects } from '#server/effects/run.ts'
import { sendMail } from '#server/effects/mails/send.ts'
import { EFFECTS_QUEUE, MAILS_QUEUE } from '#server/events/queues.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import type { TestApp } from '../app.ts'
import type { TestDatabase } from '../database.ts'

/**
 * Has the mail server refuse for the moment what waits to be sent, and name the person, as servers do: one mail for so long
 * that it is given up, the others are tried again.
 */
export async function refuseMails(app: TestApp, database: TestDatabase): Promise<void> {
  const { deps } = app
  await deps.jobs.drain(new Map([[EFFECTS_QUEUE, (data: object) => runEffects(deps, data)]]))
  await sql`update pgboss.job set retry_count = retry_limit where id in (
    select id from pgboss.job where name = ${MAILS_QUEUE} and state = 'created' order by created_on limit 1)`.execute(
    deps.db,
  )
  const mailer = {
    ...deps.mailer,
    send: ({ to }: { to: string }) =>
      Promise.reject(new Error(`Can't send mail - all recipients were rejected: 450 4.2.0 <${to}>: busy`)),
  }
  const waiting = await deps.db
    .selectFrom(sql<{ name: string }>`pgboss.job`.as('j'))
    .where(sql<boolean>`j.name = ${MAILS_QUEUE} and j.state = 'created'`)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  let tried = 0
  const done = Promise.withResolvers<void>()
  const jobs = await createJobs(database.connection, {
    queues: [MAILS_QUEUE],
    log: deps.log,
    supervise: false,
    onAttempt: () => {
      tried += 1
      if (tried >= Number(waiting.count)) done.resolve()
    },
  })
  await jobs.work(MAILS_QUEUE, { atOnce: 2 }, (data) => sendMail({ ...deps, mailer }, data))
  await done.promise
  // It waits for what is under way.
  await jobs.stop()
  const reasons = [...(await deps.jobs.listGivenUp()), ...(await deps.jobs.listFailing())].map(
    ({ reason }) => reason,
  )
  if (reasons.filter((reason) => reason.includes('450')).length < 2)
    throw new Error(`Not refused: ${JSON.stringify(reasons)}`)
}
