import { create } from 'zustand'
import { type SessionSlice, useStore } from './store.ts'

type Words = { text: string; detail: string }

const NO_WORDS: Words = { text: '', detail: '' }

const CLOSED = {
  opened: false,
  clientId: null as string | null,
  goalId: null as string | null,
  groupId: null as string | null,
  words: NO_WORDS,
}

/**
 * The dialog that begins an action over any screen. `clientId` is whose it will be, where that is known: without it a
 * coach chooses somebody, and a client adds their own. `groupId` is the group whose people get it. `goalId` is the goal it
 * leads to, where it was begun from one; `words` are those it begins with, as of a message.
 */
export const useNewAction = create<typeof CLOSED>()(() => CLOSED)

/** Opens the dialog. */
export const beginAction = (
  clientId: string | null = null,
  goalId: string | null = null,
  words: Words = NO_WORDS,
): void => useNewAction.setState({ ...CLOSED, opened: true, clientId, goalId, words })

/** Opens the dialog for the people of a group. */
export const beginGroupAction = (groupId: string, words: Words): void =>
  useNewAction.setState({ ...CLOSED, opened: true, groupId, words })

/** Closes the dialog. */
export const endAction = (): void => useNewAction.setState(CLOSED)

// It belongs to the person and the space it was begun in.
useStore.subscribe((now, before) => {
  if (ownerOf(now.session) !== ownerOf(before.session)) endAction()
})

const ownerOf = ({ user }: SessionSlice): string => `${user?.id ?? ''} ${user?.clientId ?? ''}`
