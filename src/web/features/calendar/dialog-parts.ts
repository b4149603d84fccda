// The parts of dialogs.ts, as one file of the build.
export { Popover } from '@mantine/core'
export { MoveSessionDialog } from '#web/widgets/session/move/MoveSessionDialog.tsx'
export { CalendarEntries } from './board/CalendarEntries.tsx'
export { BlockDialog } from './days/BlockDialog.tsx'
export { FeedDialog } from './feeds/FeedDialog.tsx'
export { EntryPopover } from './popovers/EntryPopover.tsx'
export { SelectionPopover } from './popovers/SelectionPopover.tsx'
