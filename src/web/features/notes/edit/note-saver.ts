import type { NoteDto } from '#contract/notes/notes.ts'
import { failureText } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import type { DraftKeeper } from '#web/widgets/drafts/use-draft.ts'
import { NoteConflict, type NoteDraft } from '#web/widgets/notes/send-note.ts'

/** Whether what is written is saved: on the server, on its way, on this device, refused, or against another text. */
export type NoteState =
  | 'untouched'
  | 'saving'
  | 'saved'
  | 'waiting'
  | { refused: string }
  | { conflict: NoteDto }

/** Long enough that not every keystroke is sent, short enough that nobody waits for it. */
const SAVE_AFTER_MS = 1200

type Parts = {
  send: (draft: NoteDraft, keepsReplaced: boolean) => Promise<NoteDto>
  keeper: Pick<DraftKeeper, 'keep' | 'flush' | 'drop'>
  tell: (state: NoteState) => void
  onSaved: (note: NoteDto) => void
}

type Words = Pick<NoteDraft, 'title' | 'body'> & Partial<Pick<NoteDraft, 'template' | 'sessionId' | 'goalId'>>

/**
 * Saves a note while it is written: first on this device, then on the server, one request at a time. Nothing that was
 * written is dropped before the server has it: a refusal or another text keeps it here (docs/decisions/053).
 */
export function createNoteSaver(start: NoteDraft, { send, keeper, tell, onSaved }: Parts) {
  let { basedOn } = start
  let wanted: NoteDraft | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let keepsReplaced = false
  let state: NoteState = 'untouched'
  const say = (next: NoteState) => {
    state = next
    tell(next)
  }
  const hasConflict = () => typeof state === 'object' && 'conflict' in state

  const run = async (): Promise<void> => {
    clearTimeout(timer)
    if (running || wanted === undefined || hasConflict()) return
    running = true
    const sent = wanted
    say('saving')
    try {
      const note = await send({ ...sent, basedOn }, keepsReplaced)
      basedOn = note.revision
      keepsReplaced = false
      onSaved(note)
      if (wanted === sent) {
        wanted = undefined
        keeper.drop()
        say('saved')
      }
    } catch (failure) {
      if (failure instanceof NoteConflict) say({ conflict: failure.current })
      else if (failure instanceof ApiFailure && [404, 422].includes(failure.status)) {
        say({ refused: failure.fields?.['body'] ?? failure.fields?.['title'] ?? failureText(failure) })
      } else say('waiting')
      keeper.flush()
      return
    } finally {
      running = false
    }
    if (wanted !== undefined) await run()
  }

  const want = (words: Words) => {
    wanted = { ...start, ...words, basedOn }
    keeper.keep(wanted)
  }
  return {
    /** What is written now. */
    change(words: Words) {
      want(words)
      if (hasConflict()) return
      // From the first keystroke on: the screen now differs from the server.
      if (state !== 'saving') say('saving')
      clearTimeout(timer)
      timer = setTimeout(() => void run(), SAVE_AFTER_MS)
    },
    /** Sends at once what is waiting for its pause. */
    flush() {
      keeper.flush()
      void run()
    },
    /** Sends again what did not arrive. */
    retry() {
      if (state === 'waiting') void run()
    },
    /** Takes over what was kept by an editor that was closed, and sends it. */
    resume(draft: NoteDraft) {
      wanted = draft
      void run()
    },
    /** Whether anything was written that the server does not have. */
    isPending: () => wanted !== undefined,
    /** The revision that what is shown goes on from. */
    base: () => basedOn,
    /** A newer text of another device is shown: what is written from now on goes on from it. */
    follow(revision: number) {
      basedOn = revision
    },
    /** Of two texts the one that was written here; the other becomes a version. */
    chooseMine(current: NoteDto) {
      basedOn = current.revision
      keepsReplaced = true
      say('saving')
      return run()
    },
    /** Of two texts the stored one; what was written here is dropped. */
    chooseTheirs(current: NoteDto) {
      basedOn = current.revision
      wanted = undefined
      keeper.drop()
      say('saved')
    },
  }
}
