import type { PeerId } from '#contract/values.ts'
import type { PictureSize } from '#contract/video/sfu.ts'
import type { Other } from '../call/call-session.ts'

/** Everybody the same size, or the person who speaks large. */
export type StageChoice = 'grid' | 'speaker'

/**
 * Who is shown how:
 * - `alone`: nobody else is there
 * - `pair`: the other large, oneself small in a corner
 * - `grid`: everybody the same size
 * - `large`: a screen or a person large, the others in a strip
 */
export type StageLayout =
  | { kind: 'alone' }
  | { kind: 'pair'; other: PeerId }
  | { kind: 'grid'; columns: { wide: number; narrow: number } }
  | { kind: 'large'; what: 'screen' | 'person'; of: PeerId | 'own' }

type Shown = Pick<Other, 'peerId'> & { media: Pick<Other['media'], 'screen'> }

/** How a call is laid out. A shared screen is always large; of several, that of the one who came last to share. */
export function layoutOf(
  others: readonly Shown[],
  { choice, loudest, sharesOwn }: { choice: StageChoice; loudest: PeerId | undefined; sharesOwn: boolean },
): StageLayout {
  const sharer = others.findLast(({ media }) => media.screen)
  if (sharer) return { kind: 'large', what: 'screen', of: sharer.peerId }
  const [first] = others
  if (!first) return { kind: 'alone' }
  // One's own screen is in front of one already: it is shown small, to see what the others see.
  if (others.length === 1 && !sharesOwn) return { kind: 'pair', other: first.peerId }
  if (choice === 'speaker' && others.length > 1) {
    const speaker = others.find(({ peerId }) => peerId === loudest) ?? first
    return { kind: 'large', what: 'person', of: speaker.peerId }
  }
  const tiles = others.length + 1 + (sharesOwn ? 1 : 0)
  return { kind: 'grid', columns: { wide: Math.ceil(Math.sqrt(tiles)), narrow: tiles > 2 ? 2 : 1 } }
}

/** Of as few others each is shown large, of as few in a grid at a middle size. */
const LARGE_MOST = 2
const MEDIUM_MOST = 5

/**
 * In which size a camera is needed: large of whom is shown large and of who speaks, whom all look at; of everybody else as a
 * grid of so many shows them. Who is not named is small.
 */
export function sizesIn(
  layout: StageLayout,
  others: readonly Shown[],
  loudest: PeerId | undefined,
): { peerId: PeerId; size: PictureSize }[] {
  if (layout.kind === 'pair') return [{ peerId: layout.other, size: 'large' }]
  if (layout.kind === 'large') {
    return layout.what === 'person' && layout.of !== 'own' ? [{ peerId: layout.of, size: 'large' }] : []
  }
  const rest = others.length <= LARGE_MOST ? 'large' : others.length <= MEDIUM_MOST ? 'medium' : undefined
  return others.flatMap(({ peerId }) => {
    const size = peerId === loudest ? 'large' : rest
    return size === undefined ? [] : [{ peerId, size }]
  })
}

/** How many tiles are in the strip beside a large one: everybody's, one's own, and the other screens. */
export function stripOf(others: readonly Shown[], layout: StageLayout, sharesOwn: boolean): number {
  const screens = others.filter(({ media }) => media.screen).length + (sharesOwn ? 1 : 0)
  return others.length + 1 + screens - (layout.kind === 'large' ? 1 : 0)
}
