import { z } from 'zod'
import type { TrackKind } from '#contract/video/sfu.ts'
import { type JanusConnection, JanusRefusal, type JanusSaid } from './janus-connection.ts'

// The messages of the videoroom, the plugin of Janus that passes on media.

const PLUGIN = 'janus.plugin.videoroom'
/**
 * A message to a handle waits in Janus for those before it. Whether Janus is there at all is known sooner, by the pings of the
 * connection.
 */
const TOLD_MS = 20_000

export type Ask = Pick<JanusConnection, 'ask'>
/** What a handle of a session is told. */
export type Told = { data: Record<string, unknown>; jsep: JanusSaid['jsep'] }

/** A stream that somebody sends into a room. */
export type PublishedStream = {
  mid: string
  isAudio: boolean
  /** What the browser said that it shows; undefined if it said nothing. */
  kind: TrackKind | undefined
  hasLayers: boolean
}
/** Somebody who sends into a room; `display` is the name under which their line was opened. */
export type Publisher = { feed: number; display: string; streams: PublishedStream[] }

/** A stream to receive: with layers only one of them is sent on. */
export type Wanted = { feed: number; mid: string; substream?: number }
/** A part of a line's `down`, and the stream that it carries. */
export type Carried = { mid: string; feed: number; feedMid: string }

const Streams = z.array(
  z.object({
    type: z.string(),
    mid: z.string(),
    disabled: z.boolean().optional(),
    description: z.string().optional(),
    simulcast: z.boolean().optional(),
  }),
)
const Publishers = z.array(
  z.object({ id: z.number(), display: z.string().optional(), streams: Streams.optional() }),
)
const CarriedStreams = z.array(
  z.object({ mid: z.string(), feed_id: z.number().optional(), feed_mid: z.string().optional() }),
)
const KINDS = ['audio', 'camera', 'screen'] as const

/** A new session of the connection. @throws JanusRefusal, JanusAway */
export async function createSession({ ask }: Ask): Promise<number> {
  const { data } = await ask({ janus: 'create' })
  return data!.id
}

/** A new handle of a session. @throws JanusRefusal, JanusAway */
export async function attach({ ask }: Ask, session: number): Promise<number> {
  const { data } = await ask({ janus: 'attach', session_id: session, plugin: PLUGIN })
  return data!.id
}

/** Sends a message to a handle. @throws JanusRefusal, JanusAway */
export async function tell(
  { ask }: Ask,
  { session, handle }: { session: number; handle: number },
  body: object,
  jsep?: object,
): Promise<Told> {
  const question = { janus: 'message', session_id: session, handle_id: handle, body, ...(jsep && { jsep }) }
  const said = await ask(question, { withinMs: TOLD_MS })
  const data = said.plugindata?.data ?? {}
  const { error_code: code, error } = data
  if (typeof code === 'number') throw new JanusRefusal(code, typeof error === 'string' ? error : '')
  return { data, jsep: said.jsep }
}

/** The publishers that a message names; streams that are not sent now are left out. */
export function readPublishers(data: Record<string, unknown>): Publisher[] {
  const found = Publishers.safeParse(data['publishers'] ?? [])
  if (!found.success) return []
  return found.data.map(({ id, display = '', streams = [] }) => ({
    feed: id,
    display,
    streams: streams
      .filter(({ disabled }) => !disabled)
      .map(({ mid, type, description, simulcast }) => ({
        mid,
        isAudio: type === 'audio',
        kind: KINDS.find((kind) => kind === description),
        hasLayers: simulcast === true,
      })),
  }))
}

/** The parts of a line that carry something. */
export function readCarried(data: Record<string, unknown>): Carried[] {
  const found = CarriedStreams.safeParse(data['streams'] ?? [])
  if (!found.success) return []
  return found.data.flatMap(({ mid, feed_id: feed, feed_mid: feedMid }) =>
    feed === undefined || feedMid === undefined ? [] : [{ mid, feed, feedMid }],
  )
}

/** What to do with a refusal: nothing if it has this code. */
export function unless(code: number) {
  return (error: unknown) => {
    if (!(error instanceof JanusRefusal && error.code === code)) throw error
    return undefined
  }
}
