import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '#server/platform/postgres/postgres.ts'

type Work = { inTransaction: boolean }
type Connect = (...args: unknown[]) => unknown

/** The request or job that the code runs in; undefined in a test's own code. */
const work = new AsyncLocalStorage<Work>()

/**
 * Runs a request or jobs, to which `refuseSecondConnections` applies. It does not apply to the transactions of a test
 * itself, which hold locks on purpose.
 */
export function runWork<Result>(run: () => PromiseLike<Result>): Promise<Result> {
  return work.run({ inTransaction: false }, async () => {
    // Awaited in here: an injected request is sent only when its answer is waited for.
    const result = await run()
    return result
  })
}

/**
 * Makes a database refuse a second connection to code inside a transaction: code that was given `tx` and uses `deps.db`.
 * It works until as many requests as the pool has connections run at once; then each waits for a connection that none
 * of them gives back, and the whole server waits with them until the pool's time limit.
 *
 * @returns a check that throws what was refused since the last one, because a request only answers 500
 */
export function refuseSecondConnections({ db, pool }: Database): () => void {
  let refused: Error | undefined
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = (callback) => {
      if (work.getStore() === undefined) return execute(callback)
      return execute(async (tx) => {
        const own: Work = { inTransaction: true }
        try {
          return await work.run(own, () => callback(tx))
        } finally {
          // Work that it started and did not wait for may take a connection afterwards.
          own.inTransaction = false
        }
      })
    }
    return builder
  }
  const connect = pool.connect.bind(pool) as Connect
  pool.connect = ((...args: unknown[]) => {
    if (!work.getStore()?.inTransaction) return connect(...args)
    refused ??= new Error('A transaction took a second connection: use its tx instead of deps.db')
    throw refused
  }) as typeof pool.connect
  return () => {
    const error = refused
    refused = undefined
    if (error) throw error
  }
}
