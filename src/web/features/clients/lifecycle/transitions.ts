import type { ClientAction, ClientStatus } from '#contract/clients.ts'

/** Status transitions (product §6), in the order menus show them. */
export const TRANSITIONS = [
  'resume',
  'reactivate',
  'restore',
  'pause',
  'finish',
  'archive',
] as const satisfies readonly ClientAction[]
export type Transition = (typeof TRANSITIONS)[number]

/** They end the process, and what was booked with it: red, like all that destroys (design.md). */
const ENDING: ReadonlySet<Transition> = new Set<Transition>(['finish', 'archive'])

export const isEnding = (move: Transition): boolean => ENDING.has(move)

/** Transitions that may cancel upcoming sessions, so that they are confirmed first (product §6). */
export type AskedTransition = Extract<Transition, 'pause' | 'finish' | 'archive'>

const ASKED: ReadonlySet<Transition> = new Set<AskedTransition>(['pause', 'finish', 'archive'])

export const isAsked = (move: Transition): move is AskedTransition => ASKED.has(move)

/**
 * The transition that restores the status before, for the undo in the toast (product §2). Undefined if another status
 * would result (a paused process that was finished comes back as active), or if it would mail the client.
 */
export function wayBack(before: ClientStatus, move: Transition): Transition | undefined {
  switch (move) {
    case 'pause':
      return 'resume'
    case 'finish':
      return before === 'active' ? 'reactivate' : undefined
    case 'archive':
      return 'restore'
    case 'restore':
      return 'archive'
    case 'resume':
    case 'reactivate':
      return undefined
  }
}
