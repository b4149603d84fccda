import { randomUUID } from 'node:crypto'
import type { MembershipId } from '#contract/values.ts'
import type { Bus } from './bus.ts'
import { type PresenceNews, createPresenceState } from './presence-state.ts'

/** Who is online: has an open socket, on any server. */
export type Presence = {
  /** A socket of somebody was opened on this server, or closed. */
  opened(id: MembershipId): void
  closed(id: MembershipId): void
  isOnline(id: MembershipId): boolean
  /** Who came or left, some seconds after a last socket was closed: a page that is loaded again is no absence. */
  onChange(listener: (ids: readonly MembershipId[]) => void): void
  /** Begins to tell the other servers, and to listen to them: a worker has no sockets and need not know. */
  start(): void
  stop(): void
}

const TOPIC = 'presence'
/** Changes are told together, at most this often: the work does not grow with how many connect at once. */
const TICK_MS = 500

/** Servers tell each other who is online through the bus; nothing is stored. `now` is monotonic. */
export function createPresence(bus: Bus, now: () => number = () => performance.now()): Presence {
  const state = createPresenceState(randomUUID())
  const listeners: ((ids: readonly MembershipId[]) => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const tick = () => {
    const { news, changed } = state.tick(now())
    if (bus.shared) for (const each of news) bus.publish(TOPIC, each)
    if (changed.length > 0) listeners.forEach((listener) => listener(changed))
  }
  return {
    opened: (id) => state.open(id),
    closed: (id) => state.close(id, now()),
    isOnline: (id) => state.isOnline(id, now()),
    onChange: (listener) => void listeners.push(listener),
    start() {
      bus.subscribe<PresenceNews>(TOPIC, (news) => state.hear(news, now()))
      bus.onGap(() => state.askAll())
      timer = setInterval(tick, TICK_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
