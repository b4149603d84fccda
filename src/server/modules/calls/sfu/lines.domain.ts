import type { PictureSize, SfuTrack, ToSfu } from '#contract/video/sfu.ts'
import type { PeerId } from '#contract/values.ts'

/** A stream that somebody sends into a room, as the SFU tells it. */
type Stream = { mid: string; isAudio: boolean; kind: SfuTrack['kind'] | undefined; hasLayers: boolean }
/** Somebody who sends into a room: `display` is their peer. */
export type Sender = { feed: number; display: string; streams: readonly Stream[] }
/** A part of a line's `down`, and the stream that it carries. */
export type Part = { mid: string; feed: number; feedMid: string }
/** How large the viewer shows the cameras of the others; small unless named. */
export type Sizes = ReadonlyMap<string, PictureSize>

/** A camera with layers is sent in three: the first is the smallest. */
const LAYER: Record<PictureSize, number> = { small: 0, medium: 1, large: 2 }

/** More parts than anybody needs for a voice, a camera and a screen, also if parts are not used again. */
const MOST_PARTS = 8

type Source = Stream & { feed: number; peerId: PeerId; kind: SfuTrack['kind'] }

/** What a peer receives: of each other one voice, one camera and one screen. */
function sourcesFor(own: PeerId, senders: readonly Sender[]): Source[] {
  return senders
    .filter(({ display }) => display !== '' && display !== own)
    .flatMap(({ feed, display, streams }) =>
      streams
        .filter(({ kind, isAudio }, at) => {
          const isFirst = streams.findIndex((other) => other.kind === kind) === at
          return kind !== undefined && isAudio === (kind === 'audio') && isFirst
        })
        .map((stream) => ({ ...stream, kind: stream.kind!, feed, peerId: display as PeerId })),
    )
}

/** What a line's `down` is to carry in addition, and no more. */
export function planDown(
  own: PeerId,
  senders: readonly Sender[],
  parts: readonly Part[],
  sizes: Sizes,
): { subscribe: { feed: number; mid: string; substream?: number }[]; unsubscribe: string[] } {
  const sources = sourcesFor(own, senders)
  const isWanted = (part: Part) => sources.some((source) => carries(part, source))
  const isSecond = (part: Part, at: number) =>
    parts.findIndex((other) => other.feed === part.feed && other.feedMid === part.feedMid) !== at
  return {
    subscribe: sources
      .filter((source) => !parts.some((part) => carries(part, source)))
      .map((source) => {
        const { feed, mid } = source
        return hasLayers(source) ? { feed, mid, substream: layerOf(source, sizes) } : { feed, mid }
      }),
    unsubscribe: parts.filter((part, at) => !isWanted(part) || isSecond(part, at)).map(({ mid }) => mid),
  }
}

/** Whose the parts of a `down` are. */
export function tracksOf(parts: readonly Part[], senders: readonly Sender[]): SfuTrack[] {
  return parts.flatMap((part) => {
    const sender = senders.find(({ feed }) => feed === part.feed)
    const kind = sender?.streams.find(({ mid }) => mid === part.feedMid)?.kind
    return sender && kind ? [{ mid: part.mid, peerId: sender.display as PeerId, kind }] : []
  })
}

/** How the pictures of the others are sent on: in which layer, where there are layers. */
export function picturesOf(
  own: PeerId,
  senders: readonly Sender[],
  parts: readonly Part[],
  sizes: Sizes,
): { mid: string; layer?: number }[] {
  return sourcesFor(own, senders)
    .filter(({ kind }) => kind !== 'audio')
    .flatMap((source) =>
      parts
        .filter((part) => carries(part, source))
        .map(({ mid }) => (hasLayers(source) ? { mid, layer: layerOf(source, sizes) } : { mid })),
    )
}

/** Whether an offer can be one of a browser of ours: each part takes memory of the SFU. */
export function isOffer({ offer, tracks }: Extract<ToSfu, { offer: string }>): boolean {
  const parts = offer.match(/^m=/gm)?.length ?? 0
  const kinds = new Set(tracks.map(({ kind }) => kind))
  return parts > 0 && parts <= MOST_PARTS && kinds.size === tracks.length
}

const carries = (part: Part, source: Source) => part.feed === source.feed && part.feedMid === source.mid
const hasLayers = ({ kind, hasLayers: has }: Source) => has && kind === 'camera'
const layerOf = ({ peerId }: Source, sizes: Sizes) => LAYER[sizes.get(peerId) ?? 'small']
