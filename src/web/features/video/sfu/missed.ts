import type { PeerId } from '#contract/values.ts'

export type Missed = {
  /** Looks who of those in the call is here now. */
  look(others: readonly PeerId[], isHere: (other: PeerId) => boolean): void
  /** They were here, and are not any more. */
  isLost(other: PeerId): boolean
  close(): void
}

/** Media of somebody who leaves may end a little before it is told that they left. */
const LEAVING_MS = 3_000

/**
 * Tells who is lost from who has yet to come: of both there are no media, and the line to the SFU is well whatever becomes of
 * the others.
 */
export function watchMissed(onLost: () => void): Missed {
  const known = new Map<PeerId, { timer?: ReturnType<typeof setTimeout>; isLost: boolean }>()
  return {
    look(others, isHere) {
      for (const [other, { timer }] of known) {
        if (others.includes(other)) continue
        clearTimeout(timer)
        known.delete(other)
      }
      for (const other of others) {
        const person = known.get(other)
        if (isHere(other)) {
          clearTimeout(person?.timer)
          known.set(other, { isLost: false })
        } else if (person) {
          person.timer ??= setTimeout(() => {
            person.isLost = true
            onLost()
          }, LEAVING_MS)
        }
      }
    },
    isLost: (other) => known.get(other)?.isLost ?? false,
    close: () => known.forEach(({ timer }) => clearTimeout(timer)),
  }
}
