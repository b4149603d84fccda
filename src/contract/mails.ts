import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The coach's mails of today (product §4); those above the limit are sent on the following days. */
export const MailsToday = z.object({ limit: z.int(), sent: z.int(), waiting: z.int() })
export type MailsToday = z.infer<typeof MailsToday>

export const getMailsToday = endpoint({
  method: 'GET',
  path: '/v1/mails/today',
  access: 'paidCoach',
  summary: 'How many mails the coach caused today, and how many wait for tomorrow',
  response: MailsToday,
  errors: [],
})
