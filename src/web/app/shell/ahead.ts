// Parts of the shell that only a tap, or few people, need. They are one file: many small ones take longer, and the shell
// fetches all of them anyway once nothing else is going on.
import { loadTexts } from '#web/api/texts/i18n.ts'
import { latePart } from '#web/widgets/late/late-part.ts'
import { lazyCard, lazyDialog } from '#web/widgets/lazy-part.tsx'

const TEXTS = ['notifications']

const importParts = () => import('./ahead-parts.ts')

const loadParts = async () => {
  const [parts] = await Promise.all([importParts(), loadTexts(TEXTS)])
  return parts
}

/** The parts, of which the buttons of the shell take their menus. */
export const aheadParts = latePart('app/shell/ahead-parts.ts', loadParts, TEXTS)

export const CommandPalette = lazyDialog(async () => ({ default: (await loadParts()).CommandPalette }))
export const KeysDialog = lazyDialog(async () => ({ default: (await loadParts()).KeysDialog }))
export const LogoutDialog = lazyDialog(async () => ({ default: (await loadParts()).LogoutDialog }))
export const MessageList = lazyCard(async () => ({ default: (await loadParts()).MessageList }))
export const NotificationList = lazyCard(async () => ({ default: (await loadParts()).NotificationList }))
export const SideDrawer = lazyDialog(async () => ({ default: (await loadParts()).SideDrawer }))
