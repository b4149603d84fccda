import type { MantineColorSchemeManager } from '@mantine/core'
import type { ColorScheme } from '#contract/auth.ts'
import { call } from '#web/api/call.ts'
import { logFailure } from '#web/api/log.ts'
import { storage } from '#web/storage.ts'
import { setUser, useStore } from './store/store.ts'

/** Keeps the chosen scheme where all keys are kept. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => storage.readScheme(),
  set: (choice) => storage.writeScheme(choice),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => storage.writeScheme('auto'),
}

/**
 * Stores the scheme with the account, so that other devices follow (product §18). Somebody who has not said their city
 * cannot save settings yet (spec §5): for them it holds on this device.
 */
export async function keepScheme(colorScheme: ColorScheme): Promise<void> {
  const { user } = useStore.getState().session
  if (!user?.city) return
  const { id, country, city, timezone } = user
  try {
    const body = { id, country, city, timezone, colorScheme }
    setUser(await call('PUT /v1/user/:userId', { params: { userId: id }, body }))
  } catch (failure) {
    logFailure('colorScheme', failure)
  }
}
