import { Client } from 'pg'
import { vi } from 'vitest'

/** The sign-in of a call is read for one, and remembered for half a second (ADR 6): a later call may do without. */
export const FOR_SIGN_IN = 1

/** How many statements this process sends to the database while `work` runs, of whatever connection. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}
