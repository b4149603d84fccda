import { AsyncLocalStorage } from 'node:async_hooks'
import type Stripe from 'stripe'

/** Until when answers are waited for, by the clock of `performance`; undefined where each call has its own time only. */
const end = new AsyncLocalStorage<number>()

/** Runs `work`, whose calls of Stripe take no longer than so many milliseconds together. */
export const within = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  end.run(Math.min(end.getStore() ?? Infinity, performance.now() + ms), work)

const noTime = () => Object.assign(new Error('No time is left'), { code: 'ETIMEDOUT' })

/**
 * Waits for each answer no longer than `within` says, and sends nothing afterwards. The limit of the SDK begins once there is a
 * connection, and again with each byte.
 */
export function inTime(client: Stripe.HttpClient): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(host, port, path, method, headers, body, protocol, timeout) {
      const left = (end.getStore() ?? Infinity) - performance.now()
      if (left <= 0) throw noTime()
      const waits = Math.ceil(Math.min(timeout, left))
      const { promise: late, reject } = Promise.withResolvers<never>()
      const limit = setTimeout(() => reject(noTime()), waits)
      const answer = client.makeRequest(host, port, path, method, headers, body, protocol, waits)
      // It may fail later than it is waited for.
      answer.catch(() => undefined)
      return Promise.race([answer, late]).finally(() => clearTimeout(limit))
    },
  }
}
