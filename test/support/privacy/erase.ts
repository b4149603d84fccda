import { sql } from 'kysely'
import type { UserId } from '#contract/values.ts'
import { eraseAccount, erasingJob } from '#server/modules/account-deletions/erasing.service.ts'
import type { TestApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { PASSWORD } from '#test/support/people.ts'

/** Somebody asks for the end of their account, and it ends at once, as after the grace. */
export async function eraseNow(
  app: TestApp,
  { userId, token }: { userId: UserId; token: string },
): Promise<void> {
  const asked = { params: { userId }, body: { password: PASSWORD } }
  good(await app.call('POST /v1/user/:userId/deletion', asked, token), 202)
  await sql`update account_deletions set days_left = 0, due_at = asked_at where user_id = ${userId}`.execute(
    app.deps.db,
  )
  await eraseAccount(app.deps, erasingJob(userId))
}
