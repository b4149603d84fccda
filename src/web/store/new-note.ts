import { create } from 'zustand'
import { useStore } from './store.ts'

/** The dialog that asks over any screen about whom a new note is. */
export const useNewNote = create<{ opened: boolean }>()(() => ({ opened: false }))

export const beginNote = (): void => useNewNote.setState({ opened: true })

export const endNote = (): void => useNewNote.setState({ opened: false })

// It belongs to the person and the space it was begun in.
useStore.subscribe(({ session }, before) => {
  if (session.user?.id !== before.session.user?.id) endNote()
})
