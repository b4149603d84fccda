import type { ClientAction, ClientStatus } from '#contract/clients.ts'

/** Moves from state to state (product §6), in the order menus show them. */
export const TRANSITIONS = [
  'resume',
  'reactivate',
  'restore',
  'pause',
  'finish',
  'archive',
] as const satisfies readonly ClientAction[]
export type Transition = (typeof TRANSITIONS)[number]

/** Moves that may cancel coming sessions, so that they are asked about first (product §6). */
export type AskedTransition = Extract<Transition, 'pause' | 'finish' | 'archive'>

const ASKED: ReadonlySet<Transition> = new Set<AskedTransition>(['pause', 'finish', 'archive'])

export const isAsked = (move: Transition): move is AskedTransition => ASKED.has(move)

/**
 * The move that brings the state of before back, for the undo of the toast (product §2). There is none where the way
 * leads elsewhere (a paused process that was finished comes back as active), nor where it would write to the person.
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
