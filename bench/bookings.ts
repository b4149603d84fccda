// Many clients request the same start at once: only one may get it.
import type { Availability } from '#contract/calendar/calendar.ts'
import { addDays, dateOf } from '#time/calendar-date.ts'
import { addMinutes, fromIso, systemClock, toIso } from '#time/clock.ts'
import type { Practice, Signed } from './practice.ts'

/** The number of responses by status in one round; `other` contains all except 201 and 409. */
export type BookingRound = { start: string; booked: number; refused: number; other: number[] }

/** `rounds` rounds, each with another start, all clients of the practice at once. */
export async function raceForSlots(url: string, practice: Practice, rounds: number): Promise<BookingRound[]> {
  const seen: BookingRound[] = []
  for (let round = 0; round < rounds; round++) {
    const start = await firstFree(url, practice)
    const statuses = await Promise.all(practice.clients.map((client) => ask(url, client, start)))
    seen.push({
      start,
      booked: statuses.filter((status) => status === 201).length,
      refused: statuses.filter((status) => status === 409).length,
      other: statuses.filter((status) => status !== 201 && status !== 409),
    })
  }
  return seen
}

async function firstFree(url: string, { coach, clients }: Practice): Promise<string> {
  const today = dateOf(systemClock.now(), 'America/Mexico_City')
  const query = new URLSearchParams({ from: today, to: addDays(today, 30), duration: '60' }).toString()
  const response = await fetch(`${url}/v1/coach/availability/days/${coach.userId}?${query}`, {
    headers: { authorization: `Bearer ${clients[0]!.token}` },
  })
  const { days } = (await response.json()) as Availability
  const start = days.flatMap(({ starts }) => starts)[0]
  if (!start) throw new Error('No start is free')
  return start
}

async function ask(url: string, client: Signed, startsAt: string): Promise<number> {
  const endsAt = toIso(addMinutes(fromIso(startsAt), 60))
  const response = await fetch(`${url}/v1/session`, {
    method: 'POST',
    headers: { 'authorization': `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'Client', startsAt, endsAt }),
  })
  await response.arrayBuffer()
  return response.status
}
