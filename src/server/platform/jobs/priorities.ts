/** Which of the jobs that wait in a queue runs first. Jobs of one priority run in the order of their commits. */
export type JobPriority = 'urgent' | 'ordinary' | 'bulk'

/** As pg-boss stores them: the highest first. A job that was queued without one has its 0, which is `ordinary`. */
export const STORED_PRIORITIES: Record<JobPriority, number> = { urgent: 10, ordinary: 0, bulk: -10 }
