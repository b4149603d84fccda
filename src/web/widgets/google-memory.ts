import { create } from 'zustand'
import type { GoogleError, GoogleProfile } from '#contract/google.ts'

type GoogleMemory = {
  /** Good once, for minutes. */
  ticket: string | null
  /** What fills the registration of somebody new in. */
  profile: GoogleProfile | null
  /** Why coming in through Google led to nothing. */
  error: GoogleError | null
  /** The server's own words instead. */
  failure: string | null
  /** The ticket is being used. */
  entering: boolean
}

const nothing: GoogleMemory = { ticket: null, profile: null, error: null, failure: null, entering: false }

/**
 * What came back from Google, in memory alone: a ticket is a secret, and no place of the browser that others can read
 * may keep it. It outlives the screens it leads through.
 */
export const useGoogleMemory = create<GoogleMemory>()(() => nothing)

/** Remembers this and nothing of what was before. */
export const rememberGoogle = (memory: Partial<GoogleMemory>) =>
  useGoogleMemory.setState({ ...nothing, ...memory })
