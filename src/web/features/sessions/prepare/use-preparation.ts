import { useCallback, useState } from 'react'
import { PreparationAnswers } from '#contract/sessions/sessions.ts'
import { preparationBody } from '#web/widgets/session/preparation-body.ts'
import { savePreparation } from '../records.queries.ts'
import { useAutosave } from './use-autosave.ts'

export const preparationDraft = (sessionId: string) => `preparation.${sessionId}`

/** The draft of an earlier visit for the form; undefined for anything else. */
export function restoredPreparation(draft: unknown): PreparationAnswers | undefined {
  return PreparationAnswers.safeParse(draft).data
}

/** A preparation with autosave (product §9). */
export function usePreparation(sessionId: string, initial: PreparationAnswers, isDraft: boolean) {
  const [answers, setAnswers] = useState(initial)
  const save = useCallback(
    (body: PreparationAnswers) => savePreparation(sessionId, preparationBody(body)),
    [sessionId],
  )
  const { kept, keeps, keep, saveNow } = useAutosave(
    preparationDraft(sessionId),
    save,
    isDraft ? initial : undefined,
  )
  // Until it is edited here, the server's state is shown: it may be newer, from another device.
  const shown = kept === 'untouched' ? initial : answers
  const change = (part: PreparationAnswers) => {
    const next = { ...shown, ...part }
    setAnswers(next)
    keep(next)
  }
  return { answers: shown, kept, keeps, change, saveNow }
}
