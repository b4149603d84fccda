/** The events that the screen of a session tells; compared with it by `import-map.db.test.ts`. */
export const SESSION_HISTORY = [
  'session.requested',
  'session.booked',
  'session.confirmed',
  'session.proposed',
  'session.rejected',
  'session.cancelled',
  'session.calledOff',
  'session.expired',
  'session.rescheduled',
  'session.move_requested',
  'session.move_declined',
  'session.move_withdrawn',
  'session.excused',
  'session.excuse_withdrawn',
  'session.edited',
  'session.closed',
  'session.corrected',
  'session.summary_mailed',
] as const

const names = SESSION_HISTORY.map((type) => `'${type}'`).join(', ')

/** What a client reads of it: of their sessions, and of a group not whether and why another member comes. */
export const CLIENT_HISTORY = `t.subject_id in (select id from my_sessions) and t.type in (${names})
  and (t.type not in ('session.excused', 'session.excuse_withdrawn')
    or t.payload->>'personId' in (select id::text from my_clients))`

/**
 * What of an event a client reads, as `sessions/records/history.presenter.ts` tells it: the time it is about, the one before
 * it, the reason except that of a correction, and whether it was late.
 */
export const CLIENT_FORMS = {
  subject_id: { session_id: 't.subject_id' },
  payload: {
    starts_at: `coalesce(t.payload->>'toStartsAt', t.payload->'times'->>0, t.payload->>'startsAt')::timestamptz`,
    from_starts_at: `case
      when t.payload ? 'fromStartsAt' then t.payload->>'fromStartsAt'
      when t.payload ?| array['toStartsAt', 'times'] then t.payload->>'startsAt' end::timestamptz`,
    reason: `case t.type
      when 'session.corrected' then null
      when 'session.calledOff' then (select s.cancel_reason from sessions s where s.id = t.subject_id)
      else t.payload->>'reason' end`,
    cancel_late: `case when t.type = 'session.cancelled' then coalesce((t.payload->>'late')::boolean, false) end`,
  },
}
