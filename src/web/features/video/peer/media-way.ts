import type { PeerId } from '#contract/values.ts'
import type { PictureSize } from '#contract/video/sfu.ts'
import type { Incoming, LinkState, Outgoing } from './peer-link.ts'
import type { Quality } from './quality.ts'

/** What this browser knows of the line to another. */
export type Line = Incoming & {
  link: LinkState
  /** Of a line to each; undefined where all share one. */
  quality: Quality | undefined
  /** Nothing arrives on it, which is well where nothing is sent. */
  isSilent: boolean
  /** There is no picture, because the line does not take it: the other side keeps its camera back, or none is asked for. */
  isCameraHeld: boolean
}

export const NEW_LINE: Line = {
  camera: null,
  screen: null,
  link: 'connecting',
  quality: undefined,
  isSilent: false,
  isCameraHeld: false,
}

/** How large the others are shown; who is not named is small. */
export type Sizes = readonly { peerId: PeerId; size: PictureSize }[]

/** How the media of a call go: to each of the others, or to an SFU. What changes is passed to its `onChange`. */
export type MediaWay = {
  /** Who else is in the call. */
  meet(others: readonly PeerId[]): void
  lineOf(other: PeerId): Line | undefined
  /** The line does not take video any more. */
  isSlow(): boolean
  /** How good the line is that all share. */
  quality(): Quality | undefined
  send(outgoing: Outgoing): void
  showSizes(sizes: Sizes): void
  /** The connection to the server is back: what was said meanwhile may be lost. */
  comeBack(): void
  close(): void
}
