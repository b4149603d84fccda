// Parts of the shell that only a tap, or few people, need. They are one file: many small ones take longer, and the shell
// fetches all of them anyway once nothing else is going on.
import { useDeferredValue, useSyncExternalStore } from 'react'
import { lazyCard, lazyDialog, lazyNotice } from '#web/widgets/lazy-part.tsx'

const loadParts = () => import('./ahead-parts.ts')

/** The menus of the shell's buttons, which are shown without them until they have arrived. */
export type Menus = Pick<
  Awaited<ReturnType<typeof loadParts>>,
  'HeaderDropdown' | 'NewEntries' | 'UserEntries'
>

let menus: Menus | undefined
const listeners = new Set<() => void>()

/** Fetches the file of these parts, so that a tap is answered at once, and without a connection too. */
export async function loadAhead(): Promise<void> {
  const { HeaderDropdown, NewEntries, UserEntries } = await loadParts()
  menus ??= { HeaderDropdown, NewEntries, UserEntries }
  for (const tell of listeners) tell()
}

/** The menus, once they have arrived; rendered in slices, because all buttons of the shell change at once. */
export const useMenus = (): Menus | undefined =>
  useDeferredValue(useSyncExternalStore(subscribe, () => menus))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const CommandPalette = lazyDialog(async () => ({ default: (await loadParts()).CommandPalette }))
export const KeysDialog = lazyDialog(async () => ({ default: (await loadParts()).KeysDialog }))
export const LogoutDialog = lazyDialog(async () => ({ default: (await loadParts()).LogoutDialog }))
export const MailsWaitBanner = lazyNotice(async () => ({ default: (await loadParts()).MailsWaitBanner }))
export const MessageList = lazyCard(async () => ({ default: (await loadParts()).MessageList }))
export const NotificationList = lazyCard(async () => ({ default: (await loadParts()).NotificationList }))
export const SideDrawer = lazyDialog(async () => ({ default: (await loadParts()).SideDrawer }))
export const ZoneHint = lazyNotice(async () => ({ default: (await loadParts()).ZoneHint }))
