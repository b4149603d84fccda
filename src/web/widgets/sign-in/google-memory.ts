import { create } from 'zustand'
import type { GoogleError, GoogleProfile } from '#contract/account/google.ts'
import { tabSteps } from '#web/api/tab-steps.ts'

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
 * What came back from Google. It outlives the screens it leads through, and a ticket that waits for somebody new is
 * kept for this tab, so that a reload finds it (ADR 33).
 */
export const useGoogleMemory = create<GoogleMemory>()(() => ({ ...nothing, ...tabSteps.readStep('google') }))

/** Remembers this and nothing of what was before. */
export function rememberGoogle(memory: Partial<GoogleMemory>): void {
  const { ticket, profile } = { ...nothing, ...memory }
  if (ticket === null) tabSteps.removeStep('google')
  else tabSteps.writeStep('google', { ticket, profile })
  useGoogleMemory.setState({ ...nothing, ...memory })
}
