import { create } from 'zustand'
import type { GoogleError, GoogleProfile } from '#contract/account/google.ts'
import { tabSteps } from '#web/api/tab-steps.ts'

type GoogleMemory = {
  /** Single use, valid for minutes. */
  ticket: string | null
  /** Prefills the registration of a new account. */
  profile: GoogleProfile | null
  /** Why the sign-in through Google failed. */
  error: GoogleError | null
  /** The server's text instead. */
  failure: string | null
  /** The ticket is being used. */
  entering: boolean
}

const nothing: GoogleMemory = { ticket: null, profile: null, error: null, failure: null, entering: false }

/**
 * The result of the Google sign-in. It outlives the screens of the flow, and the ticket of a new account is stored in
 * this tab, so that a reload finds it (ADR 33).
 */
export const useGoogleMemory = create<GoogleMemory>()(() => ({ ...nothing, ...tabSteps.readStep('google') }))

/** Stores this and forgets what was stored before. */
export function rememberGoogle(memory: Partial<GoogleMemory>): void {
  const { ticket, profile } = { ...nothing, ...memory }
  if (ticket === null) tabSteps.removeStep('google')
  else tabSteps.writeStep('google', { ticket, profile })
  useGoogleMemory.setState({ ...nothing, ...memory })
}
