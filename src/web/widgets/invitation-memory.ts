import { create } from 'zustand'

/** The mailed link as it was opened. */
type Link = { clientId: string; token: string }

/**
 * Where the person is: looking at the open invitation, being signed in, in, or has just said no.
 * Signing in rebuilds the routes and with them the screen, so this outlives it.
 */
type Phase = 'open' | 'entering' | 'inside' | 'refused'

/** In memory alone: the token is a secret, and no place of the browser that others can read may keep it. */
export const useInvitationMemory = create<{
  link: Link | null
  phase: Phase
  /** The language of the mail has been put on screen; what the person chooses after that stands. */
  greeted: boolean
}>()(() => ({
  link: null,
  phase: 'open',
  greeted: false,
}))

export const keepLink = (link: Link) => useInvitationMemory.setState({ link, phase: 'open', greeted: false })
export const setPhase = (phase: Phase) =>
  useInvitationMemory.setState(({ link }) => ({
    phase,
    // Accepted or refused, the token opens nothing more.
    link: phase === 'inside' || phase === 'refused' ? null : link,
  }))
