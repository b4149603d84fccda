import { drafts } from '#web/api/secure-drafts.ts'
import { type NoteDraft, restoredDraft } from './send-note.ts'

/**
 * The name of a draft. Each editor has its own, so that two tabs with one note never replace what the other has kept; as
 * long as it is open it holds the lock of that name.
 */
export const newDraftName = (noteId: string): string => `note.${noteId}.${crypto.randomUUID().slice(0, 8)}`

export type LeftDraft = { name: string; draft: NoteDraft }

/** Drafts of editors that are not open any more, in this tab or another: they were closed before all was sent. */
export async function leftDrafts(): Promise<LeftDraft[]> {
  const names = drafts.names().filter((name) => name.startsWith('note.'))
  if (names.length === 0) return []
  // Absent where pages are not secure; there nothing is kept either.
  const held = (await navigator.locks?.query())?.held ?? []
  const free = names.filter((name) => !held.some((lock) => lock.name === name))
  const read = await Promise.all(
    free.map(async (name) => ({ name, draft: restoredDraft(await drafts.read(name)) })),
  )
  return read.filter((each): each is LeftDraft => each.draft !== undefined)
}

/** Holds the lock of a draft until the answer is called. */
export function holdDraft(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // A browser that refuses locks keeps the draft all the same.
  void navigator.locks?.request(name, () => promise).catch(() => undefined)
  return resolve
}
