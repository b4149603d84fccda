import type { MembershipId } from '#contract/values.ts'

/** Somebody without a socket stays online for this long: a page that is loaded again has a new one by then. */
export const GRACE_MS = 4_000
/** How often a server says who all is online on it: what was missed is right again by then. */
export const BEAT_MS = 10_000
/** A server that says nothing for this long is gone, with everybody on it. */
export const SILENCE_MS = 30_000

/** What one server tells the others: who came and left, all who are there, or that it knows nothing yet. */
export type PresenceNews =
  | { from: string; came: MembershipId[]; left: MembershipId[] }
  | { from: string; all: MembershipId[] }
  | { from: string; ask: true }

type Own = { sockets: number; closedAt: number }
type Server = { online: Set<MembershipId>; heardAt: number }

/** Who is online on this server and on others, without timers and without a bus. Times are in milliseconds. */
export function createPresenceState(from: string) {
  const own = new Map<MembershipId, Own>()
  const servers = new Map<string, Server>()
  /** Those whose state may differ from the one that was told. */
  const touched = new Set<MembershipId>()
  const shown = new Set<MembershipId>()
  let came = new Set<MembershipId>()
  let asks = true
  let beatAt = -Infinity

  const touch = (ids: Iterable<MembershipId>) => {
    for (const id of ids) touched.add(id)
  }
  const isOnline = (id: MembershipId, now: number) => {
    if (own.has(id)) return true
    for (const { online, heardAt } of servers.values())
      if (now - heardAt < SILENCE_MS && online.has(id)) return true
    return false
  }
  return {
    isOnline,
    open(id: MembershipId) {
      const known = own.get(id)
      if (known) known.sockets += 1
      else {
        own.set(id, { sockets: 1, closedAt: 0 })
        came.add(id)
        touched.add(id)
      }
    },
    close(id: MembershipId, now: number) {
      const known = own.get(id)
      if (!known) return
      known.sockets -= 1
      known.closedAt = now
    },
    /** The others may have missed what this server said, and it what they said. */
    askAll() {
      asks = true
      beatAt = -Infinity
    },
    hear(news: PresenceNews, now: number) {
      if (news.from === from) return
      if ('ask' in news) {
        beatAt = -Infinity
        return
      }
      const server = servers.get(news.from) ?? { online: new Set(), heardAt: now }
      servers.set(news.from, server)
      server.heardAt = now
      if ('all' in news) {
        touch(server.online)
        touch(news.all)
        server.online = new Set(news.all)
        return
      }
      touch([...news.came, ...news.left])
      for (const id of news.came) server.online.add(id)
      for (const id of news.left) server.online.delete(id)
    },
    /** What is to be told to the others, and whose state is another one than before. */
    tick(now: number): { news: PresenceNews[]; changed: MembershipId[] } {
      const left: MembershipId[] = []
      for (const [id, { sockets, closedAt }] of own) {
        if (sockets > 0 || now - closedAt < GRACE_MS) continue
        own.delete(id)
        came.delete(id)
        left.push(id)
      }
      touch(left)
      for (const [server, { online, heardAt }] of servers) {
        if (now - heardAt < SILENCE_MS) continue
        servers.delete(server)
        touch(online)
      }
      const news: PresenceNews[] = []
      if (asks) news.push({ from, ask: true })
      if (now - beatAt >= BEAT_MS) {
        news.push({ from, all: [...own.keys()] })
        beatAt = now
      } else if (came.size > 0 || left.length > 0) {
        news.push({ from, came: [...came], left })
      }
      asks = false
      came = new Set()
      const changed = [...touched].filter((id) => isOnline(id, now) !== shown.has(id))
      for (const id of changed) if (!shown.delete(id)) shown.add(id)
      touched.clear()
      return { news, changed }
    },
  }
}
