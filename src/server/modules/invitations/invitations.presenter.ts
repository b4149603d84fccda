import type { InvitationDto } from '#contract/invitations.ts'
import { toWire } from '#contract/values.ts'
import type { Interval } from '#time/interval.ts'
import type { Deps } from '../../deps.ts'
import { photoOf } from '../files/files.service.ts'
import type { InvitationRow } from '#server/modules/clients/inviting/invitation-tokens.service.ts'

/** What the invited person sees of the practice, of the group, of what is booked for them, and of their data. */
export function presentInvitation(
  deps: Deps,
  row: InvitationRow,
  { group, next }: { group: { name: string } | undefined; next: Interval | undefined },
): InvitationDto {
  return {
    clientId: row.clientId,
    coach: {
      name: row.coachName,
      lastName: row.coachLastName,
      companyName: row.companyName,
      colorUI: row.colorUI,
      companyPhoto: photoOf(deps, row.logoId),
    },
    name: row.name,
    email: row.email,
    timezone: row.timezone,
    city: row.city,
    language: row.coachLanguage,
    accountExists: Boolean(row.accountExists),
    group: group ? { name: group.name } : null,
    nextSession: next ? { startsAt: toWire(next.startsAt), endsAt: toWire(next.endsAt) } : null,
    asksCode: row.tokenKind === 'shared',
  }
}
