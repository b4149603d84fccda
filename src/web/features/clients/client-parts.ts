// Parts of the screens of clients that a tap needs, or a screen with room for them.
import { latePart } from '#web/widgets/late/late-part.ts'
import { lazyCard, lazyDialog } from '#web/widgets/lazy-part.tsx'

const loadParts = () => import('./late-parts.ts')

/** The menus of clients. */
export const clientParts = latePart('features/clients/late-parts.ts', loadParts)

export const ClientFilterFields = lazyCard(async () => ({ default: (await loadParts()).ClientFilterFields }))
export const InviteDialog = lazyDialog(async () => ({ default: (await loadParts()).InviteDialog }))
export const LeftDialog = lazyDialog(async () => ({ default: (await loadParts()).LeftDialog }))
export const MoveDialog = lazyDialog(async () => ({ default: (await loadParts()).MoveDialog }))
export const TagDialog = lazyDialog(async () => ({ default: (await loadParts()).TagDialog }))
