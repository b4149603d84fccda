import { create } from 'zustand'
import type { EpochMs } from '#time/clock.ts'

/** What is shown without a connection: since when it is as it is, and the sentence that says so. */
export const useKept = create<{ since: EpochMs | null; text: string | null }>()(() => ({
  since: null,
  text: null,
}))
