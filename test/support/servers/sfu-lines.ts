import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { SessionId } from '#contract/values.ts'
import type { FromSfu, ToSfu, TrackKind } from '#contract/video/sfu.ts'
import { roomSecretOf } from '#server/platform/sfu/sfu-secrets.ts'
import type { TestApp } from '../app.ts'
import { type Tab, heardOf } from '../calls.ts'

// Browsers that open a line to the SFU, and what of it is in Janus.

const KINDS: TrackKind[] = ['audio', 'camera', 'screen']
const PAYLOADS = { audio: '111 opus/48000/2', camera: '96 VP8/90000', screen: '96 VP8/90000' }

/** An offer as a browser makes it, with a part for each kind. Nobody answers at its candidates. */
function offerOf(kinds: readonly TrackKind[], version = 1): string {
  const parts = kinds.flatMap((kind, mid) => [
    `m=${kind === 'audio' ? 'audio' : 'video'} 9 UDP/TLS/RTP/SAVPF ${PAYLOADS[kind].split(' ')[0]}`,
    'c=IN IP4 0.0.0.0',
    'a=rtcp:9 IN IP4 0.0.0.0',
    'a=ice-ufrag:abcd',
    'a=ice-pwd:abcdefghijklmnopqrstuvwx',
    'a=ice-options:trickle',
    `a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}`,
    'a=setup:actpass',
    `a=mid:${mid}`,
    'a=sendonly',
    'a=rtcp-mux',
    `a=rtpmap:${PAYLOADS[kind]}`,
  ])
  const bundle = kinds.map((_kind, mid) => mid).join(' ')
  const head = ['v=0', `o=- 7 ${version} IN IP4 127.0.0.1`, 's=-', 't=0 0', `a=group:BUNDLE ${bundle}`]
  return [...head, ...parts, ''].join('\r\n')
}

/** What a browser says first, and whenever it sends something else. */
export function sends(kinds: readonly TrackKind[] = KINDS.slice(0, 1), version = 1): ToSfu {
  return { offer: offerOf(kinds, version), tracks: kinds.map((kind, mid) => ({ mid: String(mid), kind })) }
}

export const newLine = () => randomUUID() as string

/** Says something of a line. */
export function sayToSfu({ socket }: Tab, sessionId: SessionId, line: string, say: unknown): void {
  socket.emit('CALL_SFU', { sessionId, line, say })
}

/** What a tab heard of one of its lines. */
export function heardOfLine(tab: Tab, line: string): FromSfu[] {
  return heardOf<{ line: string; say: FromSfu }>(tab, 'CALL_SFU').flatMap((heard) =>
    heard.line === line ? [heard.say] : [],
  )
}

/** Opens a line and waits for the answer; answers its id. */
export async function openedLine(tab: Tab, sessionId: SessionId): Promise<string> {
  const line = newLine()
  sayToSfu(tab, sessionId, line, sends())
  await expect
    .poll(() => heardOfLine(tab, line))
    .toEqual([{ answer: expect.stringContaining('m=audio') as string }])
  return line
}

/** The room and the lines of a call, as they are in the database. */
export async function storedOf({ deps }: TestApp, sessionId: SessionId) {
  const call = await deps.db
    .selectFrom('calls')
    .where('session_id', '=', sessionId)
    .select(['route', 'sfu_room as room', 'is_sfu_away as isSfuAway'])
    .executeTakeFirstOrThrow()
  const stays = await deps.db
    .selectFrom('call_stays')
    .where('session_id', '=', sessionId)
    .where('sfu', 'is not', null)
    .select(['peer_id as peerId', 'sfu'])
    .orderBy('id')
    .execute()
  const lines = stays.map(({ peerId, sfu }) => {
    const { holder: _holder, ...line } = sfu as { holder: string; line: string; session: number }
    return { peerId, ...line }
  })
  return { ...call, lines }
}

/** What somebody shows who goes into a room: to send, or to receive what somebody there sends. */
type Way = { pin?: string; token?: string; feed?: number }

export type JanusView = {
  /** The peers with a line in a room; undefined if there is no such room. */
  peersIn(room: number): Promise<string[] | undefined>
  /** The numbers under which they send. */
  feedsIn(room: number): Promise<number[]>
  /** How many people a room lets in, servers not counted. */
  admittedTo(room: number): Promise<number>
  /**
   * Tries to go into a room past Norte, as somebody who has the secret of the interface, and leaves it again. Answers the code of the
   * refusal, 0 if it was let in.
   */
  goInto(room: number, as: Way): Promise<number>
  /** Ends the session of a line, as Janus does with one that it has heard nothing of. */
  end(session: number): Promise<void>
  close(): void
}

/** What is in a Janus. */
export async function lookInto(url: string, secret: string): Promise<JanusView> {
  const socket = new WebSocket(url, 'janus-protocol')
  const waiting = new Map<string, (said: Record<string, never>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const said = JSON.parse(String(data)) as Record<string, never>
    // That it was heard is not the answer.
    if (said['janus'] !== 'ack') waiting.get(said['transaction']!)?.(said)
  })
  await new Promise((done) => socket.addEventListener('open', done, { once: true }))
  const ask = (question: object) => {
    const transaction = randomUUID() as string
    return new Promise<Record<string, never>>((done) => {
      waiting.set(transaction, done)
      socket.send(JSON.stringify({ ...question, transaction, apisecret: secret }))
    })
  }
  const { data: session } = (await ask({ janus: 'create' })) as { data?: { id: number } }
  const at = { session_id: session!.id }
  const attach = async () => {
    const attached = await ask({ janus: 'attach', ...at, plugin: 'janus.plugin.videoroom' })
    return (attached as { data?: { id: number } }).data!.id
  }
  const own = await attach()
  const tell = async (body: object, handle = own) => {
    const said = await ask({ janus: 'message', ...at, handle_id: handle, body })
    return (said as { plugindata?: { data: Record<string, unknown> } }).plugindata!.data
  }
  return {
    async peersIn(room) {
      const { participants } = (await tell({ request: 'listparticipants', room })) as {
        participants?: { display?: string }[]
      }
      return participants?.flatMap(({ display }) => (display ? [display] : [])).toSorted()
    },
    async goInto(room, { feed, ...shown }) {
      const handle = await attach()
      const as = feed === undefined ? { ptype: 'publisher' } : { ptype: 'subscriber', streams: [{ feed }] }
      const { error_code: code = 0 } = await tell({ request: 'join', room, ...as, ...shown }, handle)
      await ask({ janus: 'detach', ...at, handle_id: handle })
      return code as number
    },
    async feedsIn(room) {
      const { participants } = (await tell({ request: 'listparticipants', room })) as {
        participants: { id: number; display?: string }[]
      }
      return participants.flatMap(({ id, display }) => (display ? [id] : []))
    },
    async admittedTo(room) {
      const change = { request: 'allowed', action: 'remove', room, allowed: ['nobody'] }
      const { allowed } = (await tell({ ...change, secret: roomSecretOf(secret, room) })) as {
        allowed?: string[]
      }
      return (allowed?.length ?? 0) - 1
    },
    end: async (session) => void (await ask({ janus: 'destroy', session_id: session })),
    close: () => socket.close(),
  }
}
