// Eight people of a group who are in its call through a real Janus, with less than eight browsers.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { type Socket, io } from 'socket.io-client'
import type { SessionId } from '#contract/values.ts'
import type { FromSfu, ToSfu } from '#contract/video/sfu.ts'
import type { Signed } from '../practice.ts'
import type { GroupRoom } from './room.ts'
import { openSenders } from './senders.ts'

/** Tiles with oneself. */
export const CROWD = 9

const MEDIA = { audio: true, video: true, screen: false, hand: false }

/**
 * Brings all clients of a group into its call. Each is a socket of this process, which says what the product's page says, and
 * two real connections to Janus in one page of the browser, whose camera and voice they send. Eight pages of the product would
 * be more than a machine of two cores can take: each would have to show eight others. Answers once all send.
 */
export async function bringCrowd(
  browser: Browser,
  url: string,
  { sessionId, clients }: GroupRoom,
): Promise<{ close(): Promise<void> }> {
  const people: Person[] = []
  const senders = await openSenders(browser, url, (index, said) => people[index]?.say(said))
  for (const [index, client] of clients.entries()) {
    const begin = () => senders.begin(index)
    people.push(await join(url, sessionId, client, { begin, hear: (said) => senders.hear(index, said) }))
    begin()
  }
  await senders.untilConnected(clients.length)
  return {
    async close() {
      for (const { leave } of people) leave()
      await senders.close()
    },
  }
}

type Person = { say: (said: ToSfu) => void; leave: () => void }
/** What a person's connections do. */
type Connections = { begin: () => void; hear: (said: FromSfu) => void }

/** Like the product's, a line that is not known any more is followed by another one. */
const RENEW_MS = 3_000

async function join(
  url: string,
  sessionId: SessionId,
  { token }: Signed,
  { begin, hear }: Connections,
): Promise<Person> {
  const socket = await connect(url, token)
  let line = randomUUID()
  socket.on('CALL_SFU', async ({ line: of, say }: { line: string; say: FromSfu }) => {
    if (of !== line) return
    if (!('renew' in say)) return hear(say)
    line = randomUUID()
    await wait(RENEW_MS)
    if (socket.connected) begin()
  })
  const going = { sessionId, peerId: randomUUID(), media: MEDIA, isBack: false }
  const joined = (await socket.emitWithAck('CALL_JOIN', going)) as { route: string } | { error: string }
  if ('error' in joined) throw new Error(joined.error)
  if (joined.route !== 'sfu') throw new Error(`The call goes ${joined.route}, not through Janus`)
  return {
    say: (said) => void socket.emit('CALL_SFU', { sessionId, line, say: said }),
    leave: () => void socket.close(),
  }
}

async function connect(url: string, token: string): Promise<Socket> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
  await new Promise<void>((done, failed) => {
    socket.once('connect', done)
    socket.once('connect_error', failed)
  })
  return socket
}
