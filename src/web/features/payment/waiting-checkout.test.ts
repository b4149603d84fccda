import { expect, test } from 'vitest'
import { waitingCheckout, waitingState } from './waiting-checkout.ts'

test('the navigation state is read back', () => {
  expect(waitingCheckout(waitingState('c1'))).toBe('c1')
})

test.each([[null], [undefined], ['c1'], [{}], [{ checkoutId: 7 }], [{ checkoutId: '' }], [{ wanted: 'x' }]])(
  '%j remembers none',
  (state) => {
    expect(waitingCheckout(state)).toBeNull()
  },
)
