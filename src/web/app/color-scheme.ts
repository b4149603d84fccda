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

// Taps in a row reach the server one after the other; one that another has overtaken is left out.
let saving: Promise<void> = Promise.resolve()
let taps = 0

/**
 * Stores the scheme with the account, so that other devices follow (product §18). Somebody who has not said their city
 * cannot save settings yet (spec §5): for them it holds on this device.
 */
export function keepScheme(colorScheme: ColorScheme): Promise<void> {
  taps += 1
  const mine = taps
  saving = saving.then(() => save(colorScheme, () => mine === taps))
  return saving
}

async function save(colorScheme: ColorScheme, isLatest: () => boolean): Promise<void> {
  const { user } = useStore.getState().session
  if (!user?.city || !isLatest()) return
  const { id, country, city, timezone } = user
  try {
    const body = { id, country, city, timezone, colorScheme }
    const saved = await call('PUT /v1/user/:userId', { params: { userId: id }, body })
    if (isLatest()) setUser(saved)
  } catch (failure) {
    logFailure('colorScheme', failure)
  }
}
