import type { z } from 'zod'
import { NewClientBody } from '#contract/clients.ts'

/** The form of a new client: name, lastName and e-mail are required, the zone is the coach's until changed (product §6). */
export const ClientForm = NewClientBody.omit({ invite: true })
export type ClientForm = z.input<typeof ClientForm>

export const emptyClient = (timezone: string): ClientForm => ({ name: '', lastName: '', email: '', timezone })
