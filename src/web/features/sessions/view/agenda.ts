import type { AgendaItem } from '#contract/sessions/sessions.ts'
import type { Input } from '#web/api/call.ts'

export type AgendaChange = Input<'PUT /v1/session/:sessionId/agenda'>['body']['changes'][number]

/** The most points of an agenda, and characters of one; the server enforces both. */
export const MOST_POINTS = 30
export const POINT_LENGTH = { min: 2, max: 200 } as const

/**
 * The agenda after a change. Values that only the server knows come with its answer: a new point's id, an old one's
 * text.
 */
export function changedAgenda(agenda: readonly AgendaItem[], change: AgendaChange): AgendaItem[] {
  switch (change.op) {
    case 'add':
    case 'restore':
      return [...agenda]
    case 'edit':
      return agenda.map((item) => (item.id === change.id ? { ...item, text: change.text } : item))
    case 'tick':
      return agenda.map((item) => (item.id === change.id ? { ...item, done: change.done } : item))
    case 'remove':
      return agenda.filter(({ id }) => id !== change.id)
  }
}
