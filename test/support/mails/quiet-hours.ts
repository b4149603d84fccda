import { DEFAULT_TIMES } from '#contract/account/news-preferences.ts'
import type { UserId } from '#contract/values.ts'
import { putTimes } from '#server/modules/preferences/settings.repository.ts'
import type { TestApp } from '../app.ts'

/** Switches the quiet hours of people off: most tests have clocks of their choice, and expect mails at once. */
export async function withoutQuietHours(
  app: TestApp,
  ...people: readonly { userId: UserId }[]
): Promise<void> {
  const { quiet, daily } = DEFAULT_TIMES
  await app.deps.db.transaction().execute(async (tx) => {
    for (const { userId } of people) await putTimes(tx, userId, { quiet: { ...quiet, on: false }, daily })
  })
}
