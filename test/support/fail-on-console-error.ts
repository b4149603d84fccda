import { afterAll, afterEach, beforeEach } from 'vitest'
import { format } from 'node:util'

// An error that only reaches the console is a failure nobody looks at. A test that expects one says so with
// vi.spyOn(console, 'error').mockImplementation(…), which keeps the call from arriving here.
const seen: string[] = []

console.error = (...parts: unknown[]) => {
  seen.push(format(...parts))
}

function failIfSeen(when: string): void {
  const errors = seen.splice(0)
  if (errors.length > 0) throw new Error(`console.error ${when}:\n${errors.join('\n')}`)
}

beforeEach(() => failIfSeen('between two tests'))
afterEach(() => failIfSeen('during the test'))
afterAll(() => failIfSeen('after the last test'))
