import { useEffect, useMemo, useRef, useState } from 'react'
import { PreparationAnswers } from '#contract/sessions/sessions.ts'
import { failureText } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { useDraftKeeper } from '#web/widgets/drafts/use-draft.ts'
import { preparationBody } from '#web/widgets/session/preparation-body.ts'
import { savePreparation } from '../records.queries.ts'

/** The state of the input: saved on the server, being sent, kept in this browser, or refused. */
export type Kept = 'untouched' | 'saving' | 'saved' | 'waiting' | { refused: string }

/** Long enough that not every keystroke is sent, short enough that nobody waits for it. */
const SAVE_AFTER_MS = 1200
/** The retry interval after a lost connection; it also retries when the browser is online again. */
const RETRY_MS = 15_000

export const preparationDraft = (sessionId: string) => `preparation.${sessionId}`

/** The draft of an earlier visit for the form; undefined for anything else. */
export function restoredPreparation(draft: unknown): PreparationAnswers | undefined {
  return PreparationAnswers.safeParse(draft).data
}

/**
 * A preparation with autosave (product §9). Every change is first stored encrypted in the browser, so that a lost
 * connection, a reload or an expired sign-in loses nothing; the draft is deleted once the server has it.
 */
export function usePreparation(sessionId: string, initial: PreparationAnswers, isDraft: boolean) {
  const [answers, setAnswers] = useState(initial)
  const [kept, setKept] = useState<Kept>(isDraft ? 'waiting' : 'untouched')
  const keeper = useDraftKeeper(preparationDraft(sessionId))
  const saver = useMemo(
    () =>
      createSaver(
        (body) => savePreparation(sessionId, body),
        setKept,
        () => keeper.drop(),
      ),
    [sessionId, keeper],
  )
  const first = useRef(isDraft ? initial : undefined)
  useEffect(() => {
    if (first.current) saver.save(first.current)
    first.current = undefined
    const retry = () => saver.retry()
    const timer = setInterval(retry, RETRY_MS)
    addEventListener('online', retry)
    // A tab that closes or goes to the background sends pending edits at once.
    addEventListener('pagehide', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
      removeEventListener('pagehide', retry)
      saver.flush()
    }
  }, [saver])

  // Until it is edited here, the server's state is shown: it may be newer, from another device.
  const shown = kept === 'untouched' ? initial : answers
  const change = (part: PreparationAnswers) => {
    const next = { ...shown, ...part }
    setAnswers(next)
    keeper.keep(next)
    saver.saveSoon(next)
  }
  return { answers: shown, kept, change, saveNow: () => saver.flush() }
}

function isFinal(failure: unknown): boolean {
  return failure instanceof ApiFailure && [404, 409, 422].includes(failure.status)
}

type Save = (body: PreparationAnswers) => Promise<unknown>

/** Sends the newest state, one request at a time: later edits are sent after it. */
export function createSaver(save: Save, tell: (kept: Kept) => void, onSettled: () => void) {
  let wanted: PreparationAnswers | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let told: Kept | undefined
  const say = (kept: Kept) => {
    if (kept !== told) tell(kept)
    told = kept
  }

  const run = async () => {
    clearTimeout(timer)
    if (running || wanted === undefined) return
    running = true
    const sent = wanted
    say('saving')
    try {
      await save(preparationBody(sent))
      if (wanted === sent) {
        wanted = undefined
        onSettled()
        say('saved')
      }
    } catch (failure) {
      // A closed preparation stays closed; a lost connection or sign-in can recover.
      if (isFinal(failure)) {
        wanted = undefined
        onSettled()
        say({ refused: failureText(failure) })
      } else say('waiting')
      return
    } finally {
      running = false
    }
    if (wanted !== undefined) await run()
  }
  const saveNow = (answers: PreparationAnswers) => {
    wanted = answers
    void run()
  }
  return {
    save: saveNow,
    saveSoon(answers: PreparationAnswers) {
      wanted = answers
      // From the first keystroke on: the screen now differs from the server.
      say('saving')
      clearTimeout(timer)
      timer = setTimeout(() => void run(), SAVE_AFTER_MS)
    },
    /** Sends at once what is waiting for its pause. */
    flush: () => void run(),
    /** Retries what could not be sent. */
    retry: () => void run(),
  }
}
