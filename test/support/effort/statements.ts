import { Client } from 'pg'
import { vi } from 'vitest'

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
