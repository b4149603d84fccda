// The dialogs of the calendar. The forms and date inputs they need are larger than the calendar itself, so that they
// come after it.
import { lazyDialog } from '#web/widgets/lazy-part.tsx'

const loadParts = () => import('./dialog-parts.ts')

/** Fetches the file of the dialogs, so that they open at once, and without a connection too. */
export function fetchDialogs(): void {
  void loadParts().catch(() => undefined)
}

export const BlockDialog = lazyDialog(async () => ({ default: (await loadParts()).BlockDialog }))
export const DeleteBlock = lazyDialog(async () => ({ default: (await loadParts()).DeleteBlock }))
export const FeedDialog = lazyDialog(async () => ({ default: (await loadParts()).FeedDialog }))
export const MoveSessionDialog = lazyDialog(async () => ({ default: (await loadParts()).MoveSessionDialog }))
