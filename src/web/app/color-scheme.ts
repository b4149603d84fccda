import type { MantineColorSchemeManager } from '@mantine/core'
import { storage } from '#web/storage.ts'

/** Keeps the chosen scheme where all keys are kept. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => storage.readScheme(),
  set: (choice) => storage.writeScheme(choice),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => storage.writeScheme('auto'),
}
