import { useState } from 'react'
import { useSearchParams } from 'react-router'

type Shown = { open: string | null; key: number; begun?: string }

/**
 * The note that the address names, or `new`. `key` tells one editor from the next: a new note that has got its id stays in
 * its editor, another note gets another one.
 */
export function useOpenedNote() {
  const [params, setParams] = useSearchParams()
  const open = params.get('open')
  const [shown, setShown] = useState<Shown>({ open, key: 0 })
  if (open !== shown.open) setShown({ open, key: open === shown.begun ? shown.key : shown.key + 1 })
  const setOpen = (noteId: string | null) =>
    setParams(
      (before) => {
        if (noteId === null) before.delete('open')
        else before.set('open', noteId)
        before.delete('session')
        before.delete('goal')
        return before
      },
      { replace: true },
    )
  return {
    open,
    key: shown.key,
    sessionId: params.get('session'),
    goalId: params.get('goal'),
    setOpen,
    /** The new note that is open has this id from now on. */
    begin: (noteId: string) => {
      setShown({ ...shown, begun: noteId })
      setOpen(noteId)
    },
  }
}
