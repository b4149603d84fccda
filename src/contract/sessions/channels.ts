// Free of zod, like calendar-links.ts.
import type { Channel } from '../calendar/calendar.ts'
import type { Modality } from './sessions.ts'

/** How people meet through a channel (product §9). */
export function modalityOf(channel: Channel): Modality {
  if (channel === 'place') return 'inPerson'
  return channel === 'phone' ? 'phone' : 'online'
}

/**
 * What a session needs besides its channel (product §10): the address of a meeting, a place to go to, or nothing. In our
 * own room, and where one person calls the other, their profiles say how.
 */
export function needOf(channel: Channel): 'link' | 'place' | 'nothing' {
  if (channel === 'place') return 'place'
  return channel === 'meet' || channel === 'zoom' || channel === 'teams' ? 'link' : 'nothing'
}
