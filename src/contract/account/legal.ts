import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The operator of this installation; null until configured. */
export const Operator = z.object({
  name: z.string().nullable(),
  address: z.string().nullable(),
  privacyEmail: z.string().nullable(),
  supportEmail: z.string().nullable(),
})
export type Operator = z.infer<typeof Operator>

export const getOperator = endpoint({
  method: 'GET',
  path: '/v1/legal/operator',
  access: 'public',
  summary: 'Who is responsible for the data and where to reach them, from the settings',
  response: Operator,
  errors: [],
})
