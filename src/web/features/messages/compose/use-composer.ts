import { useEffect, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { MessageDto } from '#contract/thread.ts'
import type { RoomId } from '#contract/values.ts'
import { call } from '#web/api/call.ts'
import { useDraftKeeper, useKeeps, useStoredDraft } from '#web/widgets/drafts/use-draft.ts'
import { outbox } from '#web/widgets/messages/outbox.ts'
import {
  type Composing,
  NOTHING,
  keptOf,
  restored,
  startAnswer,
  startEdit,
  stopped,
} from './composer-model.ts'

/** What is written in a room: kept in the browser until it is sent (product §1 D16). */
export function useComposer(roomId: RoomId, onChanged: (message: MessageDto) => void) {
  const name = `composing.${roomId}`
  const stored = useStoredDraft(name)
  const keeper = useDraftKeeper(name)
  const [state, setState] = useState<Composing>(NOTHING)
  const [isTouched, setTouched] = useState(false)
  const isRestored = stored !== undefined
  useEffect(() => {
    // What was typed while it was being read counts.
    if (stored && !isTouched) setState(restored(stored.value))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [isRestored])

  const change = (next: Composing) => {
    setTouched(true)
    setState(next)
    const kept = keptOf(next)
    if (kept.text.trim() === '' && kept.replyTo === null) keeper.drop()
    else keeper.keep(kept)
  }
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
    write: (text: string) => change({ ...state, text }),
    answer: (message: MessageDto) => change(startAnswer(state, message)),
    edit: (message: MessageDto) => {
      edit.reset()
      change(startEdit(state, message))
    },
    stop: () => {
      edit.reset()
      change(stopped(state))
    },
    /** Sends it, or stores the changed text; the field is free for the next one at once. */
    async send(): Promise<void> {
      const text = state.text.trim()
      if (text === '') return
      const { editing, replyTo } = state
      if (editing) {
        if (text !== editing.message.text) await edit.mutateAsync({ id: editing.message.id, text })
        return change(stopped(state))
      }
      change(NOTHING)
      await outbox.add(roomId, text, replyTo)
      await outbox.send()
    },
  }
}

export type Composer = ReturnType<typeof useComposer>
