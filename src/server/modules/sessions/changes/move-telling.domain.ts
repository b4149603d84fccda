import type { IsoInstant } from '#contract/values.ts'

/** What tells the people of a session its time, or changes it. */
export const TIME_EVENTS = [
  'session.booked',
  'session.confirmed',
  'session.reminded',
  'session.move_told',
  'session.rescheduled',
] as const

/** `toldOfSeries`: a `quiet` move that the mail about another session of its series told of. */
export type TimeEvent = {
  type: (typeof TIME_EVENTS)[number]
  payload: {
    to?: 'coach' | 'client'
    by?: 'coach' | 'client'
    quiet?: true
    mailedLater?: true
    fromStartsAt?: IsoInstant
    fromEndsAt?: IsoInstant
  }
  toldOfSeries: boolean
}

type Time = { startsAt: IsoInstant; endsAt: IsoInstant }

/**
 * The last time of a session that its client was told of, before moves that are told together now (product §9): `first`,
 * the time before these, unless the coach had moved it there without notifying anybody.
 * @param happened the session's events, oldest first, since the client could be told of any
 */
export function lastToldTime(happened: readonly TimeEvent[], first: Time): Time {
  const untilLast = happened.slice(0, happened.findLastIndex(isLoudMove) + 1)
  const moves = untilLast.slice(untilLast.findLastIndex(isTelling) + 1).filter(isMove)
  const { fromStartsAt, fromEndsAt = fromStartsAt } = moves[0]?.payload ?? {}
  // Clients saw the time that they moved it from.
  if (!fromStartsAt || !fromEndsAt || moves.find(isLoudMove)?.payload.by !== 'coach') return first
  return { startsAt: fromStartsAt, endsAt: fromEndsAt }
}

function isMove({ type }: TimeEvent): boolean {
  return type === 'session.rescheduled'
}

function isLoudMove(event: TimeEvent): boolean {
  return isMove(event) && !event.payload.quiet
}

/** Whether the client has known the time since this event. */
function isTelling({ type, payload, toldOfSeries }: TimeEvent): boolean {
  if (type === 'session.move_told') return payload.to === 'client'
  if (type !== 'session.rescheduled') return true
  return payload.quiet ? toldOfSeries : !payload.mailedLater
}
