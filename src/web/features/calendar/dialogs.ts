// The dialogs, menus and popovers of the calendar. The forms, date inputs and the placing they need are larger than the
// calendar itself, so that they come after it.
import { loadTexts } from '#web/api/texts/i18n.ts'
import { latePart } from '#web/widgets/late/late-part.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'

const TEXTS = ['validation']

const importParts = () => import('./dialog-parts.ts')

const loadParts = async () => {
  const [parts] = await Promise.all([importParts(), loadTexts(TEXTS)])
  return parts
}

/** The parts, of which the buttons of the calendar take their menus. */
export const calendarParts = latePart('features/calendar/dialog-parts.ts', loadParts, TEXTS)

export const BlockDialog = lazyDialog(async () => ({ default: (await loadParts()).BlockDialog }))
export const EntryPopover = lazyDialog(async () => ({ default: (await loadParts()).EntryPopover }))
export const FeedDialog = lazyDialog(async () => ({ default: (await loadParts()).FeedDialog }))
export const MoveSessionDialog = lazyDialog(async () => ({ default: (await loadParts()).MoveSessionDialog }))
export const SelectionPopover = lazyDialog(async () => ({ default: (await loadParts()).SelectionPopover }))
