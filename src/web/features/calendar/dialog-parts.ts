// The parts of dialogs.ts, as one file of the build.
export { MoveSessionDialog } from '#web/widgets/session/move/MoveSessionDialog.tsx'
export { BlockDialog } from './days/BlockDialog.tsx'
export { DeleteBlock } from './days/DeleteBlock.tsx'
export { FeedDialog } from './feeds/FeedDialog.tsx'
