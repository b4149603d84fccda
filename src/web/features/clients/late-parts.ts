// The parts of client-parts.ts, as one file of the build.
export { InviteDialog } from './bulk/InviteDialog.tsx'
export { LeftDialog } from './bulk/LeftDialog.tsx'
export { MoveDialog } from './bulk/MoveDialog.tsx'
export { TagDialog } from './bulk/TagDialog.tsx'
export { ClientEntries } from './lifecycle/ClientEntries.tsx'
export { ClientFilterFields } from './list/ClientFilterFields.tsx'
