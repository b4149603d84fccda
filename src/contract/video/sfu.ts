import { z } from 'zod'
import { PeerId } from '../values.ts'
import { CallCandidate } from './candidates.ts'
import { sdpText } from './sdp-text.ts'

// What a browser and the SFU tell each other. Browsers never reach the interface of the SFU: the server speaks for them,
// and knows who they are by their socket.

/**
 * The longest answer to a description of twelve people, in characters: with a camera, a voice and a screen of eleven others
 * it has 33 parts of about a thousand.
 */
const LONGEST_ANSWER = 56_000
/** The longest offer of what one person sends. */
const LONGEST_OFFER = 20_000

/** What a track shows. */
export const TrackKind = z.enum(['audio', 'camera', 'screen'])
export type TrackKind = z.infer<typeof TrackKind>

/** The connection with what a person sends, and the one with what the others send. */
export const SfuWay = z.enum(['up', 'down'])
export type SfuWay = z.infer<typeof SfuWay>

/** The part of a description that carries a track (RFC 8843, its `mid`). */
const Mid = sdpText(16).min(1)

/** How large a picture is shown: a small one is sent with less. */
export const PictureSize = z.enum(['small', 'medium', 'large'])
export type PictureSize = z.infer<typeof PictureSize>

export const ToSfu = z.union([
  /** Of `up`: the first, and each change of what is sent. */
  z.strictObject({
    offer: sdpText(LONGEST_OFFER),
    /** Its answer repeats it: one that comes late is not that of the next offer. */
    number: z.int().nonnegative().optional(),
    tracks: z.array(z.strictObject({ mid: Mid, kind: TrackKind })).max(3),
  }),
  /** To an offer of `down`, with its number if it had one. */
  z.strictObject({ answer: sdpText(LONGEST_ANSWER), number: z.int().nonnegative().optional() }),
  z.strictObject({ way: SfuWay, candidate: CallCandidate.nullable() }),
  /** `down` is lost: the SFU is to look for it again (ICE restart). `up` does so by its own offer. */
  z.strictObject({ again: z.literal('down') }),
  /** How large the cameras of the others are shown here; those that are not named are small. */
  z.strictObject({
    sizes: z.array(z.strictObject({ peerId: PeerId, size: PictureSize })).max(12),
    /** The line takes no pictures, until sizes are said without it. */
    voicesOnly: z.literal(true).optional(),
  }),
])
export type ToSfu = z.infer<typeof ToSfu>

/** A track of `down`, and whose it is. */
export type SfuTrack = { mid: string; peerId: PeerId; kind: TrackKind }

export type FromSfu =
  /** To the last offer of `up`. */
  | { answer: string; number?: number | undefined }
  /** Of `down`: whenever the others send something else. `tracks` are all that it carries. */
  | { offer: string; number?: number | undefined; tracks: SfuTrack[] }
  /** The line is not known (any more): the browser opens a new one. */
  | { renew: true }
