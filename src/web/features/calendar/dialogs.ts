// The dialogs, menus and popovers of the calendar. The forms, date inputs and the placing they need are larger than the
// calendar itself, so that they come after it.
import { latePart } from '#web/widgets/late/late-part.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'

/** The parts, of which the buttons of the calendar take their menus. */
export const calendarParts = latePart(
  'features/calendar/dialog-parts.ts',
  () => import('./dialog-parts.ts'),
  ['validation'],
)

export const BlockDialog = lazyDialog(async () => ({ default: (await calendarParts.fetch()).BlockDialog }))
export const EntryPopover = lazyDialog(async () => ({ default: (await calendarParts.fetch()).EntryPopover }))
export const FeedDialog = lazyDialog(async () => ({ default: (await calendarParts.fetch()).FeedDialog }))
export const MoveSessionDialog = lazyDialog(async () => ({
  default: (await calendarParts.fetch()).MoveSessionDialog,
}))
export const SelectionPopover = lazyDialog(async () => ({
  default: (await calendarParts.fetch()).SelectionPopover,
}))
