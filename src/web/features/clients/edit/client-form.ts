import type { z } from 'zod'
import { ClientRole } from '#contract/account/auth.ts'
import { type ClientDetail, NewClientBody } from '#contract/clients.ts'
import type { Input } from '#web/api/call.ts'
import { keysOf } from '#contract/keys-of.ts'

/** What a coach enters about a client (product §6), as in the form; an empty text means no value. */
export type ClientForm = {
  name: string
  lastName: string
  role: ClientRole
  jobOcuppation: string
  companyName: string
  email: string
  whatsapp: string
  phone: string
  country: string
  city: string
  timezone: string
  startDate: string
  objective: string
  tags: string[]
  source: string
  emergencyContact: string
}

/** Name, last name, e-mail and a zone are required (product §6); a group member's role is fixed. */
export const clientSchema = NewClientBody.omit({ invite: true }).extend({
  role: ClientRole,
  timezone: NewClientBody.shape.timezone.unwrap(),
})

/** What a new client needs at least. */
export const personSchema = NewClientBody.pick({ name: true, lastName: true, email: true })

/** A new client cannot be a group member yet. */
export const newClientSchema = clientSchema.extend({ role: NewClientBody.shape.role })

/** The form of a new client; the zone is the coach's until another is chosen (product §6). */
export const emptyClient = (timezone: string, typed: Partial<ClientForm> = {}): ClientForm => ({
  name: '',
  lastName: '',
  role: 'client',
  jobOcuppation: '',
  companyName: '',
  email: '',
  whatsapp: '',
  phone: '',
  country: '',
  city: '',
  timezone,
  startDate: '',
  objective: '',
  tags: [],
  source: '',
  emergencyContact: '',
  ...typed,
})

/** The form with an existing client's data. */
export function clientFormOf(client: ClientDetail): ClientForm {
  return {
    name: client.name,
    lastName: client.lastName,
    role: client.role,
    jobOcuppation: client.jobOcuppation ?? '',
    companyName: client.companyName ?? '',
    email: client.email,
    whatsapp: client.whatsapp ?? '',
    phone: client.phone ?? '',
    country: client.country ?? '',
    city: client.city ?? '',
    timezone: client.timezone,
    startDate: client.startDate ?? '',
    objective: client.objective ?? '',
    tags: client.tags,
    source: client.source ?? '',
    emergencyContact: client.emergencyContact ?? '',
  }
}

/** Refusals about the e-mail for which the server names no field. */
export const REFUSED_EMAILS = { 'client.email_taken': 'email', 'client.own_email': 'email' } as const

type NewClient = Input<'POST /v1/client'>['body']
type ClientChange = Input<'PUT /v1/client/:clientId'>['body']

/** A new client for the API: empty fields are left out. */
export function newClientBody(values: z.output<typeof newClientSchema>, invite: boolean): NewClient {
  return { ...values, invite }
}

/**
 * Only the changed fields: otherwise values that the client maintains would become the coach's, and changes saved in a
 * second tab would be overwritten. An emptied text is removed.
 */
export function clientChange(before: ClientForm, after: ClientForm): ClientChange {
  const changed = keysOf(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, after[name] === '' ? null : after[name]]))
}

/** Whether a changed e-mail ended an invitation, so that the new address has to be invited again (product §4). */
export function lostInvitation(before: ClientDetail, after: ClientDetail): boolean {
  return before.email !== after.email && before.invitedAt !== null && after.allowedActions.includes('invite')
}
