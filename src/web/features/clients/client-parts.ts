// Parts of the screens of clients that a tap needs, or a screen with room for them.
import { latePart } from '#web/widgets/late/late-part.ts'
import { lazyCard, lazyDialog } from '#web/widgets/lazy-part.tsx'

/** The menus of clients. */
export const clientParts = latePart('features/clients/late-parts.ts', () => import('./late-parts.ts'))

export const ClientFilterFields = lazyCard(async () => ({
  default: (await clientParts.fetch()).ClientFilterFields,
}))
export const InviteDialog = lazyDialog(async () => ({ default: (await clientParts.fetch()).InviteDialog }))
export const LeftDialog = lazyDialog(async () => ({ default: (await clientParts.fetch()).LeftDialog }))
export const MoveDialog = lazyDialog(async () => ({ default: (await clientParts.fetch()).MoveDialog }))
export const TagDialog = lazyDialog(async () => ({ default: (await clientParts.fetch()).TagDialog }))
