import type { MantineColorSchemeManager } from '@mantine/core'
import type { ColorScheme } from '#contract/account/auth.ts'
import { call } from '#web/api/call.ts'
import { logFailure } from '#web/api/log.ts'
import { storage } from '#web/storage.ts'
import { setUser, useStore } from '#web/store/store.ts'

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
 * Stores the scheme with the account, so that other devices follow (product §18). Alone, and not with the settings:
 * those need a city (spec §5), which somebody new has not told yet.
 */
export function keepScheme(colorScheme: ColorScheme): Promise<void> {
  taps += 1
  const mine = taps
  saving = saving.then(() => save(colorScheme, () => mine === taps))
  return saving
}

async function save(colorScheme: ColorScheme, isLatest: () => boolean): Promise<void> {
  const { user } = useStore.getState().session
  if (!user || !isLatest()) return
  try {
    // Quiet: the profile as another tap before this one left it would take this one back.
    await call(
      'PUT /v1/user/:userId/profile',
      { params: { userId: user.id }, body: { colorScheme } },
      { quiet: true },
    )
    const present = useStore.getState().session.user
    if (isLatest() && present?.id === user.id) setUser({ ...present, colorScheme })
  } catch (failure) {
    logFailure('colorScheme', failure)
  }
}
