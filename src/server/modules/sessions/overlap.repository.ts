import { refuseViolations } from '#server/platform/postgres/postgres-constraints.ts'

/**
 * Lets the database refuse a write of sessions that would put two of them at one time: the last guard behind every
 * check of free time (product §8).
 * @throws Refusal `session.overlap`
 */
export function refuseOverlap<T>(write: Promise<T>): Promise<T> {
  return refuseViolations(
    { sessions_no_overlap: 'session.overlap', sessions_moves_no_overlap: 'session.overlap' },
    write,
  )
}
