// What is made of the memory of a tab in a call that was looked at once a minute.
import { growthIn, riseOf } from '../growth.ts'

export type Look = {
  /** Since the first look. */
  minute: number
  /** Of JavaScript. */
  heapKb: number
  /** Of the process, without files of the disk, whose share depends on how many browsers run. */
  processKb: number
  /** Nodes of the document and those that scripts hold. */
  nodes: number
  listeners: number
}

/** A call of half an hour is what is promised to stay as it is. */
const PROMISED_MINUTES = 30
/**
 * A session begins in the fifth minute, the picture gets its full size, and the browser compiles what runs often: some minutes
 * later it throws away what did not run again, a thirtieth of the heap at once.
 */
const WARM_UP_MINUTES = 10
/** So many looks after it say something. */
const LEAST_LOOKS = 10
/** More in half an hour is growth. */
const MOST_SHARE = 0.05

export type Growth = {
  /** In half an hour, as a share of what there is. */
  heap: number
  process: number
  /** What there is more of than before. */
  nodes: number
  listeners: number
  isNone: boolean
}

/**
 * What grows after the warm-up; undefined if that was too short to say.
 *
 * - Nodes and listeners are counted, so that one more is one too many. Some are there only while something happens: what has
 *   grown is the least of them (`riseOf`).
 * - Memory is never the same: the browser throws compiled code away and compiles it again, and its allocator keeps what was
 *   freed. So its slope counts that half of the looks agree on (`slopeOf`), and 5 % in half an hour are allowed. A leak is
 *   larger: the page looks at its connections every two seconds, at clocks every second and at levels more often, so that one
 *   object of 500 bytes kept in each second is 9 % of the heap.
 */
export function growthOf(looks: readonly Look[]): Growth | undefined {
  const warm = looks.filter(({ minute }) => minute >= WARM_UP_MINUTES)
  if (warm.length < LEAST_LOOKS) return undefined
  const series = (of: (look: Look) => number) =>
    warm.map((look) => ({ minute: look.minute, value: of(look) }))
  const share = (of: (look: Look) => number) => growthIn(PROMISED_MINUTES, series(of))
  const growth = {
    heap: share(({ heapKb }) => heapKb),
    process: share(({ processKb }) => processKb),
    nodes: riseOf(series(({ nodes }) => nodes)),
    listeners: riseOf(series(({ listeners }) => listeners)),
  }
  const isNone =
    // Of the process nothing is known where there is no /proc.
    growth.heap <= MOST_SHARE && !(growth.process > MOST_SHARE) && growth.nodes <= 0 && growth.listeners <= 0
  return { ...growth, isNone }
}
