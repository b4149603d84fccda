import { useEffect, useMemo, useRef, useState } from 'react'
import { failureText } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { useDraftKeeper, useKeeps } from '#web/widgets/drafts/use-draft.ts'

/** The state of the input: saved on the server, being sent, kept in this browser, or refused. */
export type Kept = 'untouched' | 'saving' | 'saved' | 'waiting' | { refused: string }

/** Long enough that not every keystroke is sent, short enough that nobody waits for it. */
const SAVE_AFTER_MS = 1200
/** The retry interval after a lost connection; it also retries when the browser is online again. */
const RETRY_MS = 15_000

/**
 * Saves what is written while it is written. Every change is first stored encrypted in the browser under the name of a
 * draft, so that a lost connection, a reload or an expired sign-in loses nothing; the draft is deleted once the server
 * has it. `unsent` is the draft of an earlier visit, sent at once; `save` has to stay the same function.
 */
export function useAutosave<Value>(
  draft: string,
  save: (value: Value) => Promise<unknown>,
  unsent: Value | undefined,
) {
  const [kept, setKept] = useState<Kept>(unsent === undefined ? 'untouched' : 'waiting')
  const keeper = useDraftKeeper(draft)
  const saver = useMemo(() => createSaver(save, setKept, () => keeper.drop()), [save, keeper])
  const first = useRef(unsent)
  useEffect(() => {
    if (first.current !== undefined) saver.save(first.current)
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
  const keep = (value: Value) => {
    keeper.keep(value)
    saver.saveSoon(value)
  }
  return { kept, keeps: useKeeps(keeper), keep, saveNow: () => saver.flush() }
}

function isFinal(failure: unknown): boolean {
  return failure instanceof ApiFailure && [404, 409, 422].includes(failure.status)
}

/** Sends the newest state, one request at a time: later edits are sent after it. */
export function createSaver<Value>(
  save: (value: Value) => Promise<unknown>,
  tell: (kept: Kept) => void,
  onSettled: () => void,
) {
  let wanted: Value | undefined
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
      await save(sent)
      if (wanted === sent) {
        wanted = undefined
        onSettled()
        say('saved')
      }
    } catch (failure) {
      // What may not be written any more stays so; a lost connection or sign-in can recover.
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
  return {
    save(value: Value) {
      wanted = value
      void run()
    },
    saveSoon(value: Value) {
      wanted = value
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
