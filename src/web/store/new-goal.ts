import { create } from 'zustand'
import type { CoacheeType } from '#contract/values.ts'
import { useStore } from './store.ts'

/** Whose the goal will be. */
export type NewGoalOwner = { type: CoacheeType; itemId: string }

/**
 * The dialog that begins a goal over any screen. Without an owner a coach chooses somebody, and a client writes their
 * own.
 */
export const useNewGoal = create<{ opened: boolean; owner: NewGoalOwner | null }>()(() => ({
  opened: false,
  owner: null,
}))

/** Opens the dialog, empty. */
export const beginGoal = (owner: NewGoalOwner | null = null): void =>
  useNewGoal.setState({ opened: true, owner })

/** Closes the dialog. */
export const endGoal = (): void => useNewGoal.setState({ opened: false, owner: null })

// It belongs to the person and the space it was begun in.
useStore.subscribe(({ session: { user } }, { session: { user: before } }) => {
  if (user?.id !== before?.id || user?.clientId !== before?.clientId) endGoal()
})
