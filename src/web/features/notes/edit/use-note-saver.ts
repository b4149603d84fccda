import { useEffect, useMemo, useState } from 'react'
import { createKeeper, useKeeps } from '#web/widgets/drafts/use-draft.ts'
import { showNote } from '#web/widgets/notes/note.queries.ts'
import { holdDraft, newDraftName, type LeftDraft } from '#web/widgets/notes/note-drafts.ts'
import { type NoteDraft, noteSending } from '#web/widgets/notes/send-note.ts'
import { type NoteState, createNoteSaver } from './note-saver.ts'

/** The retry interval after a lost connection; it also retries when the browser is online again. */
const RETRY_MS = 10_000

/** Saves a note while its editor is open, from `start` on; `left` is what an editor that was closed had kept. */
export function useNoteSaver(start: NoteDraft, left: LeftDraft | undefined) {
  const [state, setState] = useState<NoteState>(left ? 'saving' : 'untouched')
  const [made] = useState(() => {
    const name = left?.name ?? newDraftName(start.id)
    const keeper = createKeeper(name)
    const saver = createNoteSaver(left?.draft ?? start, {
      send: noteSending(),
      keeper,
      tell: (next) => listener.tell(next),
      onSaved: showNote,
    })
    const listener: { tell: (next: NoteState) => void } = { tell: () => undefined }
    return { name, keeper, saver, listener }
  })
  const { name, keeper, saver, listener } = made
  useEffect(() => {
    listener.tell = setState
    const release = holdDraft(name)
    if (left) saver.resume(left.draft)
    const retry = () => saver.retry()
    const flush = () => saver.flush()
    const hidden = () => document.visibilityState === 'hidden' && saver.flush()
    const timer = setInterval(retry, RETRY_MS)
    addEventListener('online', retry)
    // A tab that closes or goes to the background keeps and sends at once what was just written.
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', hidden)
      listener.tell = () => undefined
      saver.flush()
      release()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a draft is resumed once
  }, [made])
  const keeps = useKeeps(keeper)
  return useMemo(() => ({ state, saver, keeps }), [state, saver, keeps])
}
