import { useCallback, useMemo, useState } from 'react'
import { type BriefNotes, PutBriefNotesBody } from '#contract/sessions/session-records.ts'
import { briefNotesSaving } from '#web/widgets/session/brief-notes.ts'
import { showBriefNotes } from '../records.queries.ts'
import { useAutosave } from './use-autosave.ts'

export const briefNotesDraft = (sessionId: string) => `briefNotes.${sessionId}`

/** The draft of an earlier visit; undefined for anything else. */
export function restoredNotes(draft: unknown): PutBriefNotesBody | undefined {
  return PutBriefNotesBody.safeParse(draft).data
}

/**
 * A coach's own notes on a brief with autosave. While nothing waits to be sent, a newer text of another tab or device
 * is shown as soon as it is known. What was saved here is shown as it was typed: the server drops blanks at the ends.
 */
export function useBriefNotes(sessionId: string, stored: BriefNotes, unsent: PutBriefNotesBody | undefined) {
  const [own, setOwn] = useState(unsent ?? written(stored))
  const saving = useMemo(() => briefNotesSaving(sessionId), [sessionId])
  const save = useCallback(
    async (body: PutBriefNotesBody) => {
      const { notes, merged } = await saving(body)
      showBriefNotes(sessionId, notes)
      if (!merged) setOwn((now) => ({ ...now, basedOn: notes.revision }))
    },
    [sessionId, saving],
  )
  const { kept, keeps, keep, saveNow } = useAutosave(briefNotesDraft(sessionId), save, unsent)
  const isSettled = kept === 'untouched' || kept === 'saved'
  const shown = isSettled && stored.revision > own.basedOn ? written(stored) : own
  const change = (text: string) => {
    const next = { text, basedOn: shown.basedOn }
    setOwn(next)
    keep(next)
  }
  return { text: shown.text, kept, keeps, change, saveNow }
}

function written({ text, revision }: BriefNotes): PutBriefNotesBody {
  return { text, basedOn: revision }
}
