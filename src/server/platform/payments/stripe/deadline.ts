import { AsyncLocalStorage } from 'node:async_hooks'
import type Stripe from 'stripe'

/** Until when answers are waited for, by the clock of `performance`; undefined where each call has its own time only. */
const end = new AsyncLocalStorage<number>()

/** Runs `work`, whose calls of Stripe take no longer than so many milliseconds together. */
export const within = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  end.run(Math.min(end.getStore() ?? Infinity, performance.now() + ms), work)

/** Waits for each answer no longer than `within` says, and sends nothing afterwards. */
export function inTime(client: Stripe.HttpClient): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest(host, port, path, method, headers, body, protocol, timeout) {
      const left = (end.getStore() ?? Infinity) - performance.now()
      if (left <= 0) return Promise.reject(Object.assign(new Error('No time is left'), { code: 'ETIMEDOUT' }))
      const waits = Math.ceil(Math.min(timeout, left))
      return client.makeRequest(host, port, path, method, headers, body, protocol, waits)
    },
  }
}
