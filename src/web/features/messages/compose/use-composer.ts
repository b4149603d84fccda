import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { AttachmentDto } from '#contract/messages/attachments.ts'
import type { MessageDto } from '#contract/thread.ts'
import type { RoomId } from '#contract/values.ts'
import { call } from '#web/api/call.ts'
import { useDraftKeeper, useKeeps, useStoredDraft } from '#web/widgets/drafts/use-draft.ts'
import { outbox } from '#web/widgets/messages/outbox.ts'
import { sayTyping, typingEnded } from '../presence/use-typing.ts'
import {
  type Composing,
  NOTHING,
  canBeSent,
  isNothing,
  keptOf,
  restored,
  startAnswer,
  startEdit,
  stopped,
  without,
} from './composer-model.ts'

/** What is written in a room: kept in the browser until it is sent (product §1 D16). */
export function useComposer(roomId: RoomId, onChanged: (message: MessageDto) => void) {
  const name = `composing.${roomId}`
  const stored = useStoredDraft(name)
  const keeper = useDraftKeeper(name)
  const [state, setState] = useState<Composing>(NOTHING)
  const [isTouched, setTouched] = useState(false)
  // Files arrive while something is written: each change is made to what is there then.
  const latest = useRef(state)
  const isRestored = stored !== undefined
  useEffect(() => {
    // What was typed while it was being read counts.
    if (!stored || isTouched) return
    latest.current = restored(stored.value)
    setState(latest.current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once the storage has answered; typing must not bring the draft back
  }, [isRestored])

  const show = (next: Composing) => {
    latest.current = next
    setTouched(true)
    setState(next)
  }
  const change = (next: Composing) => {
    show(next)
    const kept = keptOf(next)
    if (isNothing(kept)) keeper.drop()
    else keeper.keep(kept)
  }
  const add = (more: (now: Composing) => Partial<Composing>) =>
    change({ ...latest.current, ...more(latest.current) })
  const edit = useMutation({
    mutationFn: ({ id, text }: { id: MessageDto['id']; text: string }) =>
      call('PUT /v1/message/entry/:messageId', { params: { messageId: id }, body: { text } }),
    onSuccess: onChanged,
  })
  return {
    ...state,
    keeps: useKeeps(keeper),
    isSaving: edit.isPending,
    failure: edit.error,
    write: (text: string) => {
      if (text !== '' && !state.editing) sayTyping(roomId)
      add(() => ({ text }))
    },
    answer: (message: MessageDto) => change(startAnswer(state, message)),
    edit: (message: MessageDto) => {
      edit.reset()
      change(startEdit(state, message))
    },
    /** Files are on their way: a page that is opened again says which did not arrive. */
    beginUploads: (names: readonly string[]) => add((now) => ({ uploading: [...now.uploading, ...names] })),
    endUpload: (name: string) => add((now) => ({ uploading: without(now.uploading, name) })),
    attach: (file: AttachmentDto, name: string) =>
      add((now) => ({
        attachments: [...now.attachments, file],
        uploading: without(now.uploading, name),
      })),
    detach: (fileId: AttachmentDto['id']) =>
      add((now) => ({ attachments: now.attachments.filter(({ id }) => id !== fileId) })),
    dismissLost: () => add(() => ({ lost: [] })),
    stop: () => {
      edit.reset()
      change(stopped(state))
    },
    /** Somebody decided not to send it: nothing of it is kept. */
    discard: () => {
      edit.reset()
      change(NOTHING)
    },
    /** Sends it, or stores the changed text; the field is free for the next one at once. */
    async send(): Promise<void> {
      const text = state.text.trim()
      if (!canBeSent(state)) return
      const { editing, replyTo, attachments } = state
      if (editing) {
        if (text !== editing.message.text) await edit.mutateAsync({ id: editing.message.id, text })
        return change(stopped(state))
      }
      typingEnded()
      show(NOTHING)
      await outbox.add(roomId, text, replyTo, attachments)
      // Only now: a tab that is closed in between loses neither the draft nor the message.
      if (isNothing(keptOf(latest.current))) keeper.drop()
      await outbox.send()
    },
  }
}

export type Composer = ReturnType<typeof useComposer>
