import type { ClientBody } from '#contract/clients.ts'
import { keptList, keptText } from '#server/modules/users/kept-text.domain.ts'

/**
 * A client's fields in their stored form (product §6): NFC, null instead of an empty text, tags without duplicates.
 * Undefined stays undefined.
 */
export function keptFields(body: ClientBody) {
  const { name, lastName, jobOcuppation, startDate, tags } = body
  return {
    name: name?.normalize('NFC'),
    lastName: lastName?.normalize('NFC'),
    email: body.email,
    role: body.role,
    timezone: body.timezone,
    whatsapp: keptText(body.whatsapp),
    phone: keptText(body.phone),
    jobOccupation: keptText(jobOcuppation),
    companyName: keptText(body.companyName),
    country: keptText(body.country),
    city: keptText(body.city),
    startedOn: startDate,
    objective: keptText(body.objective),
    tags: keptList(tags),
    source: keptText(body.source),
    emergencyContact: keptText(body.emergencyContact),
  }
}
