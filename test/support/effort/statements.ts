import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import { expect, vi } from 'vitest'

/** The sign-in of a call is read for one, and remembered for half a second (ADR 6): a later call may do without. */
const FOR_SIGN_IN = 1

/**
 * The statements that `work` sends to the database, of whatever connection. What this process does beside it, such as
 * the connection that listens or work that an earlier call left, is not among them.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = new AsyncLocalStorage<string[]>()
  const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    sent.getStore()?.push(textOf(args[0]))
    return Reflect.apply(query, this, args)
  })
  try {
    const statements: string[] = []
    await sent.run(statements, async () => {
      await work()
    })
    return statements
  } finally {
    spy.mockRestore()
  }
}

/** Expects of two lists of statements, of few rows and of many, that they are equally long. */
export function expectEqualEffort(few: readonly string[], many: readonly string[]): void {
  expect(few.length).toBeGreaterThan(5)
  if (Math.abs(many.length - few.length) > FOR_SIGN_IN) expect(many).toEqual(few)
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string }).text)
}
