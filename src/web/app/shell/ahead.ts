// Parts of the shell that only a tap, or few people, need. They are one file: many small ones take longer, and the shell
// fetches all of them anyway once nothing else is going on.
import { lazyCard, lazyDialog, lazyNotice } from '#web/widgets/lazy-part.tsx'

/** Fetches the file of these parts, so that a tap is answered at once, and without a connection too. */
export const loadAhead = () => import('./ahead-parts.ts')

export const CommandPalette = lazyDialog(async () => ({ default: (await loadAhead()).CommandPalette }))
export const LogoutDialog = lazyDialog(async () => ({ default: (await loadAhead()).LogoutDialog }))
export const MailsWaitBanner = lazyNotice(async () => ({ default: (await loadAhead()).MailsWaitBanner }))
export const MessageList = lazyCard(async () => ({ default: (await loadAhead()).MessageList }))
export const NotificationList = lazyCard(async () => ({ default: (await loadAhead()).NotificationList }))
export const SideDrawer = lazyDialog(async () => ({ default: (await loadAhead()).SideDrawer }))
export const ZoneHint = lazyNotice(async () => ({ default: (await loadAhead()).ZoneHint }))
