import { create } from 'zustand'
import { type SessionSlice, useStore } from './store.ts'

/** What was typed about a person before the whole form was asked for. */
export type TypedPerson = { name: string; lastName: string; email: string }

/** The dialog that begins a client over any screen. Only in memory: what is typed is not stored unsent. */
export const useNewClient = create<{ opened: boolean; typed: TypedPerson | null }>()(() => ({
  opened: false,
  typed: null,
}))

/** Opens the dialog, empty. */
export const beginClient = (): void => useNewClient.setState({ opened: true, typed: null })

/** Closes the dialog; what was typed goes on in the whole form, if it is given. */
export const endBeginning = (typed: TypedPerson | null = null): void =>
  useNewClient.setState({ opened: false, typed })

// It belongs to the person and the space it was begun in: after them nobody finds it open, or reads what was typed.
useStore.subscribe((now, before) => {
  if (ownerOf(now.session) !== ownerOf(before.session)) endBeginning()
})

const ownerOf = ({ user }: SessionSlice): string => `${user?.id ?? ''} ${user?.clientId ?? ''}`
