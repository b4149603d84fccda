import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Country-data record of spec §3, with the code of product §1 D4. */
export const CountryRecord = z.object({
  name: z.object({ common: z.string() }),
  cca2: z.string(),
  timezones: z.array(z.string()),
})
export type CountryRecord = z.infer<typeof CountryRecord>

export const listCountries = endpoint({
  method: 'GET',
  path: '/v1/countries',
  access: 'public',
  summary: 'Every country with its time zones, from data shipped with the product',
  response: z.object({ data: z.array(CountryRecord), total: z.int() }),
  errors: [],
})
