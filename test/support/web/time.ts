import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { fromIso } from '#time/clock.ts'

/**
 * Sets the time that components show, until the end of the test. Its files share their modules, so the time is replaced
 * where all of them read it: a module that was replaced would stay in what a file before has loaded.
 */
export function setNow(at: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: fromIso(at) })
  // What is on screen by now is told as it is in a tab that becomes visible.
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
