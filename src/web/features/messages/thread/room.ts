import { createContext, use } from 'react'
import type { MessageDto, RoomPerson, RoomRead } from '#contract/thread.ts'
import type { CoacheeType, RoomId } from '#contract/values.ts'
import type { Unsent } from '#web/widgets/messages/outbox.ts'

/** An open room, for everything that is shown in it. */
export type Room = {
  roomId: RoomId
  type: CoacheeType
  /** Of the other person, or of the group. */
  name: string
  viewerId: string
  timezone: string
  people: readonly RoomPerson[]
  reads: readonly RoomRead[]
  /** Whether the viewer may write now. */
  canWrite: boolean
  /** What can be done with a message; each is offered where it is possible. */
  answer: (message: MessageDto) => void
  edit: (message: MessageDto) => void
  remove: (message: MessageDto) => void
  showReaders: (message: MessageDto) => void
  /** Missing where the process has ended: it takes no more actions. */
  toAction: ((message: MessageDto) => void) | undefined
  jump: (seq: number) => void
  retry: (message: Unsent) => void
  discard: (message: Unsent) => void
}

const RoomContext = createContext<Room | null>(null)

export const RoomProvider = RoomContext.Provider

/** The room that is open around a component. */
export function useRoom(): Room {
  const room = use(RoomContext)
  if (!room) throw new Error('No room is open')
  return room
}

/** Whether a name in this room can only be the viewer's own. */
export function isOwnName(
  { people, viewerId }: Pick<Room, 'people' | 'viewerId'>,
  { name, lastName }: Pick<RoomPerson, 'name' | 'lastName'>,
): boolean {
  const named = people.filter((each) => each.name === name && each.lastName === lastName)
  return named.length === 1 && named[0]?.userId === viewerId
}

/** The name of somebody in this room: "Cliente" if they have none (spec §2). */
export const fullNameOf = ({ name, lastName }: Pick<RoomPerson, 'name' | 'lastName'>): string =>
  [name, lastName].filter(Boolean).join(' ')
