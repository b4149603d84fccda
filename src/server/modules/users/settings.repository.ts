import type { Transaction } from 'kysely'
import type { ColorScheme, Language } from '#contract/account/auth.ts'
import type { ContactLink } from '#contract/account/settings.ts'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** The changes; a field that is absent or undefined is kept. */
export type SettingsPatch = {
  country?: string | undefined
  city?: string | undefined
  timezone?: string | undefined
  language?: Language | undefined
  colorScheme?: ColorScheme | undefined
} & { [Link in ContactLink]?: string | null | undefined }

export async function updateSettings(
  tx: Transaction<DB>,
  id: UserId,
  { colorScheme, linkedIn, ...patch }: SettingsPatch,
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('users')
    // Kysely leaves out what is undefined.
    .set({ ...patch, color_scheme: colorScheme, linked_in: linkedIn, updated_at: toTimestamp(at) })
    .where('id', '=', id)
    .execute()
}
