import { create } from 'zustand'
import { type SessionSlice, useStore } from './store.ts'

/**
 * The dialog that begins an action over any screen. `clientId` is whose it will be, where that is known: without it a
 * coach chooses somebody, and a client adds their own. `goalId` is the goal it leads to, where it was begun from one.
 */
export const useNewAction = create<{ opened: boolean; clientId: string | null; goalId: string | null }>()(
  () => ({ opened: false, clientId: null, goalId: null }),
)

/** Opens the dialog, empty. */
export const beginAction = (clientId: string | null = null, goalId: string | null = null): void =>
  useNewAction.setState({ opened: true, clientId, goalId })

/** Closes the dialog. */
export const endAction = (): void => useNewAction.setState({ opened: false, clientId: null, goalId: null })

// It belongs to the person and the space it was begun in.
useStore.subscribe((now, before) => {
  if (ownerOf(now.session) !== ownerOf(before.session)) endAction()
})

const ownerOf = ({ user }: SessionSlice): string => `${user?.id ?? ''} ${user?.clientId ?? ''}`
