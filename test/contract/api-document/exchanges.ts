import type { Endpoint } from '#contract/endpoint.ts'
import type { Exchange } from '#test/support/app.ts'
import { endpointOf } from '../declared-refusals.ts'

/** The first successful exchange of each endpoint, and the last refusal of those without one. */
export type Exchanges = {
  examples: Map<Endpoint, Exchange>
  refused: Map<Endpoint, unknown>
  listen: (exchange: Exchange) => void
}

/** Collects what an app answers. */
export function collectExchanges(): Exchanges {
  const examples = new Map<Endpoint, Exchange>()
  const refused = new Map<Endpoint, unknown>()
  const listen = (exchange: Exchange) => {
    const endpoint = endpointOf(exchange.request)
    if (endpoint === undefined || examples.has(endpoint)) return
    if (exchange.answer.status === successOf(endpoint)) examples.set(endpoint, exchange)
    else refused.set(endpoint, exchange.answer.body)
  }
  return { examples, refused, listen }
}

/** The status that an endpoint declares for success. */
export function successOf({ status, response, answers }: Endpoint): number {
  return status ?? (response || answers ? 200 : 204)
}
