import { createHmac } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import type * as o from './objects.ts'
import type { World } from './world.ts'

/** After which times an event that was not taken is sent again; Stripe gives up after three days. */
const RETRY_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, DAY_MS, DAY_MS]

/** How long an endpoint may take. */
const ANSWER_MS = 10_000

/** What became of an event that was sent: the status of the answer, 0 without one. */
export type Delivery = { event: string; type: string; status: number }

/** The header under which an endpoint knows who sends: `t=…,v1=…`, one v1 for each secret. */
export function signatureOf(body: string, secrets: readonly string[], seconds: number): string {
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signed].join(',')
}

/**
 * Sends what happens to the endpoints, one after the other, unless a test holds it: what waits then is sent by the test, in its
 * order and as often as it likes. What is not taken comes again when the clock advances.
 */
export function createWebhooks(world: World) {
  const deliveries: Delivery[] = []
  let waiting: o.Event[] = []
  let isHeld = false
  let queue: Promise<unknown> = Promise.resolve()
  const open = new Set<Promise<unknown>>()

  const track = <T>(work: Promise<T>): Promise<T> => {
    open.add(work)
    void work.finally(() => open.delete(work))
    return work
  }

  async function post(endpoint: o.Endpoint, event: o.Event): Promise<number> {
    const body = JSON.stringify(event)
    try {
      const { status } = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          // Each attempt is signed again, so that late ones are not too old.
          'stripe-signature': signatureOf(body, world.secrets.get(endpoint.id) ?? [], world.seconds()),
        },
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      return status
    } catch {
      return 0
    }
  }

  async function deliver(event: o.Event, attempt = 0): Promise<Delivery[]> {
    const wanting = [...world.endpoints.values()].filter(
      ({ status, enabled_events: types }) =>
        status === 'enabled' && (types.includes('*') || types.includes(event.type)),
    )
    const outcomes = await Promise.all(
      wanting.map(async (endpoint): Promise<Delivery> => {
        const status = await post(endpoint, event)
        return { event: event.id, type: event.type, status }
      }),
    )
    deliveries.push(...outcomes)
    const pause = RETRY_MS[attempt]
    if (outcomes.some(({ status }) => status < 200 || status > 299) && pause !== undefined)
      world.schedule(`webhook ${event.id}`, (world.now() + pause) / 1000, () => {
        void track(deliver(event, attempt + 1))
      })
    return outcomes
  }

  const enqueue = (event: o.Event) => {
    queue = track(queue.then(() => deliver(event)))
  }

  world.onEvent = (event) => {
    if (isHeld) waiting.push(event)
    else enqueue(event)
  }

  return {
    deliveries,
    /** From now on nothing is sent by itself. */
    hold() {
      isHeld = true
    },
    /** What waits, in the order in which it happened. */
    waiting: (): readonly o.Event[] => waiting,
    /** Sends these, which need not wait, in this order or all at once. */
    async send(events: readonly o.Event[], { atOnce = false } = {}): Promise<Delivery[]> {
      waiting = waiting.filter((event) => !events.includes(event))
      if (atOnce) return (await track(Promise.all(events.map((event) => deliver(event))))).flat()
      const outcomes: Delivery[] = []
      for (const event of events) outcomes.push(...(await track(deliver(event))))
      return outcomes
    },
    /** Sends what waits, and from now on everything by itself. */
    release() {
      isHeld = false
      for (const event of waiting.splice(0)) enqueue(event)
    },
    /** Resolves when nothing is on its way. */
    async settled(): Promise<void> {
      while (open.size > 0) await Promise.allSettled(open)
    },
  }
}
