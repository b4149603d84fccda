import type { AgendaItem } from '#contract/sessions.ts'
import type { Input } from '#web/api/call.ts'

export type AgendaChange = Input<'PUT /v1/session/:sessionId/agenda'>['body']['changes'][number]

/** Most points of an agenda, and most characters of one; the server holds to both. */
export const MOST_POINTS = 30
export const POINT_LENGTH = { min: 2, max: 200 } as const

/** The agenda as it will be. A new point has no id before the server gives it one, so it comes with the answer. */
export function changedAgenda(agenda: readonly AgendaItem[], change: AgendaChange): AgendaItem[] {
  switch (change.op) {
    case 'add':
      return [...agenda]
    case 'edit':
      return agenda.map((item) => (item.id === change.id ? { ...item, text: change.text } : item))
    case 'tick':
      return agenda.map((item) => (item.id === change.id ? { ...item, done: change.done } : item))
    case 'remove':
      return agenda.filter(({ id }) => id !== change.id)
  }
}
