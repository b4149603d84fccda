// Parts of the shell that only a tap, or few people, need. They are one file: many small ones take longer, and the shell
// fetches all of them anyway once nothing else is going on.
import { latePart } from '#web/widgets/late/late-part.ts'
import { lazyCard, lazyDialog } from '#web/widgets/lazy-part.tsx'

/** The parts, of which the buttons of the shell take their menus. */
export const aheadParts = latePart('app/shell/ahead-parts.ts', () => import('./ahead-parts.ts'), [
  'notifications',
])

export const CommandPalette = lazyDialog(async () => ({ default: (await aheadParts.fetch()).CommandPalette }))
export const KeysDialog = lazyDialog(async () => ({ default: (await aheadParts.fetch()).KeysDialog }))
export const LogoutDialog = lazyDialog(async () => ({ default: (await aheadParts.fetch()).LogoutDialog }))
export const MessageList = lazyCard(async () => ({ default: (await aheadParts.fetch()).MessageList }))
export const NotificationList = lazyCard(async () => ({
  default: (await aheadParts.fetch()).NotificationList,
}))
export const SideDrawer = lazyDialog(async () => ({ default: (await aheadParts.fetch()).SideDrawer }))
