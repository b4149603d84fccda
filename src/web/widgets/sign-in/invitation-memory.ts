import { create } from 'zustand'
import { tabSteps } from '#web/api/tab-steps.ts'

/** The mailed link as it was opened. */
type Link = { clientId: string; token: string }

/**
 * The state of the open invitation: viewed, signing in, signed in, or just declined. Signing in rebuilds the routes and
 * with them the screen, so the state outlives it.
 */
type Phase = 'open' | 'entering' | 'inside' | 'refused'

/** Stored in this tab, so that a reload finds the invitation again (ADR 33). */
const kept = tabSteps.readStep('invitation')

export const useInvitationMemory = create<{
  link: Link | null
  phase: Phase
  /** A code for the answer was mailed to the invited address. */
  codeSent: boolean
  /** The mail's language has been applied; a later choice of the person wins. */
  greeted: boolean
}>()(() => ({
  link: kept && { clientId: kept.clientId, token: kept.token },
  phase: 'open',
  codeSent: kept?.codeSent ?? false,
  greeted: kept !== null,
}))

export function keepLink(link: Link): void {
  const before = useInvitationMemory.getState()
  // The same link, opened again, still waits for the mailed code.
  const codeSent = before.codeSent && before.link?.token === link.token
  tabSteps.writeStep('invitation', { ...link, codeSent })
  useInvitationMemory.setState({ link, phase: 'open', codeSent, greeted: false })
}

/** From now on the answer needs the mailed code, also after a reload. */
export function keepCodeSent(): void {
  const { link } = useInvitationMemory.getState()
  if (link) tabSteps.writeStep('invitation', { ...link, codeSent: true })
  useInvitationMemory.setState({ codeSent: true })
}

/** The link is used up. The screen that says so stays until it is left. */
export const dropKeptLink = () => tabSteps.removeStep('invitation')

export function setPhase(phase: Phase): void {
  // Accepted or declined, the token is used up.
  const isOver = phase === 'inside' || phase === 'refused'
  if (isOver) dropKeptLink()
  useInvitationMemory.setState(({ link }) => ({ phase, link: isOver ? null : link }))
}
