import { createHmac } from 'node:crypto'

// What protects a room is made from the secret of the interface whenever it is needed, on any server: it is stored nowhere.

const made = (secret: string, ...of: readonly (string | number)[]) =>
  createHmac('sha256', secret).update(of.join(':')).digest('base64url')

/** What changes or ends a room. */
export const roomSecretOf = (secret: string, room: number) => made(secret, 'room', room)
/** What everybody in a room needs. */
export const roomPinOf = (secret: string, room: number) => made(secret, 'pin', room)
/** What lets one person into a room, for as long as the room lists it. */
export const personTokenOf = (secret: string, room: number, person: string) =>
  made(secret, 'person', room, person)
