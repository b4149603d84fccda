/** The navigation state after a voucher was issued: the checkout on which it can still be paid. */
type WaitingState = { checkoutId: string }

export const waitingState = (checkoutId: string): WaitingState => ({ checkoutId })

/** The checkout to return to, or null when this screen was not reached from one. */
export function waitingCheckout(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('checkoutId' in state)) return null
  return typeof state.checkoutId === 'string' && state.checkoutId !== '' ? state.checkoutId : null
}
