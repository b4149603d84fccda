import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { keysOf } from '#contract/keys-of.ts'
import { useBasedOn } from '#web/widgets/drafts/use-based-on.ts'
import { useDraftKeeper, useKeeps } from '#web/widgets/drafts/use-draft.ts'
import { type ResourceDraft, draftOf } from './resource-draft.ts'
import type { ResourceForm } from './resource-form.ts'

type Kept = {
  /** The name of the draft. */
  name: string
  form: Pick<UseFormReturn<ResourceForm>, 'getValues' | 'reset' | 'setValue' | 'watch'>
  /** What is stored, or an empty form. */
  saved: ResourceForm
  restored: ResourceDraft | undefined
  /** What is stored as a version; a new resource has none. */
  version?: string
  /** Whether anything differs from what is stored. */
  isDirty?: boolean
  /** Whether a file is on its way. */
  isBusy: boolean
}

/** Keeps what a form of a resource holds in this browser until it is saved or left on purpose (product §1 D16). */
export function useResourceDraft({ name, form, saved, restored, version, isDirty = false, isBusy }: Kept) {
  const keeper = useDraftKeeper(name)
  const [told, setTold] = useState(restored)
  const [round, setRound] = useState(0)
  const isOver = useRef(false)
  const hasRestored = keysOf(told?.changes ?? {}).length > 0
  const basedOn = useBasedOn(version, isDirty || hasRestored, hasRestored ? told?.basedOn : version)
  const keep = useCallback(() => {
    if (isOver.current) return
    const draft = draftOf(form.getValues(), saved, isBusy, basedOn)
    if (draft) keeper.keep(draft)
    else keeper.drop()
  }, [form, keeper, saved, isBusy, basedOn])
  const wasBusy = useRef(false)
  useEffect(() => {
    // A file that is chosen changes no value before it has arrived, and none if it is cancelled.
    if (isBusy || wasBusy.current) keep()
    wasBusy.current = isBusy
    const watching = form.watch(keep)
    return () => watching.unsubscribe()
  }, [form, keep, isBusy])
  useEffect(() => {
    for (const part of keysOf(restored?.changes ?? {})) {
      form.setValue(part, restored!.changes[part]!, { shouldDirty: true })
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- restored once, before anything is written
  }, [])
  const keeps = useKeeps(keeper)
  return {
    /** The version that what is in the form was written on. */
    basedOn,
    /** Whether the browser keeps it. */
    keeps,
    /** What was restored, as long as that is told. */
    told,
    /** Another number once the fields begin again. */
    round,
    /** Stores at once what is being sent: if the sign-in has run out, the same person finds it again. */
    flush: () => keeper.flush(),
    /** It was saved, or left on purpose. */
    end: () => {
      isOver.current = true
      keeper.drop()
    },
    understand: () => {
      setTold(undefined)
      keep()
    },
    startOver: () => {
      keeper.drop()
      setTold(undefined)
      setRound(round + 1)
      // The form keeps what was changed when another version is stored, but not now.
      form.reset(saved, { keepDirtyValues: false, keepErrors: false })
    },
  }
}
