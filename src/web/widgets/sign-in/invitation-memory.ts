import { create } from 'zustand'
import { tabSteps } from '#web/api/tab-steps.ts'

/** The mailed link as it was opened. */
type Link = { clientId: string; token: string }

/**
 * Where the person is: looking at the open invitation, being signed in, in, or has just said no.
 * Signing in rebuilds the routes and with them the screen, so this outlives it.
 */
type Phase = 'open' | 'entering' | 'inside' | 'refused'

/** Kept for this tab, so that a reload finds the invitation again (ADR 33). */
const kept = tabSteps.readStep('invitation')

export const useInvitationMemory = create<{
  link: Link | null
  phase: Phase
  /** A code for the answer is on its way to the invited address. */
  codeSent: boolean
  /** The language of the mail has been put on screen; what the person chooses after that stands. */
  greeted: boolean
}>()(() => ({
  link: kept && { clientId: kept.clientId, token: kept.token },
  phase: 'open',
  codeSent: kept?.codeSent ?? false,
  greeted: kept !== null,
}))

export function keepLink(link: Link): void {
  const before = useInvitationMemory.getState()
  // The same link opened again still waits for the code that was mailed.
  const codeSent = before.codeSent && before.link?.token === link.token
  tabSteps.writeStep('invitation', { ...link, codeSent })
  useInvitationMemory.setState({ link, phase: 'open', codeSent, greeted: false })
}

/** From now on the answer waits for the mailed code, also after a reload. */
export function keepCodeSent(): void {
  const { link } = useInvitationMemory.getState()
  if (link) tabSteps.writeStep('invitation', { ...link, codeSent: true })
  useInvitationMemory.setState({ codeSent: true })
}

/** The link opens nothing more. The screen that says so stays until it is left. */
export const dropKeptLink = () => tabSteps.removeStep('invitation')

export function setPhase(phase: Phase): void {
  // Accepted or refused, the token opens nothing more.
  const isOver = phase === 'inside' || phase === 'refused'
  if (isOver) dropKeptLink()
  useInvitationMemory.setState(({ link }) => ({ phase, link: isOver ? null : link }))
}
