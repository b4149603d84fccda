import type { ClientRole } from '#contract/account/auth.ts'
import { CLIENT_COLUMNS, type ClientColumn } from '#contract/client-columns.ts'
import type { ClientStatus } from '#contract/clients.ts'
import { disarmed } from './csv.domain.ts'
import { joinTags } from './tags.domain.ts'

/** The data of a row; null or missing for an empty field. */
export type Exported = { readonly [C in Exclude<ClientColumn, 'role' | 'tags'>]?: string | null } & {
  role: ClientRole
  tags: readonly string[]
  status: ClientStatus
}

/** A language's names for stored names. */
export type Labels = {
  roles: Readonly<Record<ClientRole, string>>
  statuses: Readonly<Record<ClientStatus, string>>
  /** By `name.common`; a missing country keeps that name. */
  countries: ReadonlyMap<string, string>
}

/**
 * One client as the cells of a row, in the order of `CLIENT_COLUMNS` and then the state; a spreadsheet executes none of
 * them.
 */
export function exportRow(client: Exported, { roles, statuses, countries }: Labels): string[] {
  const cellOf = (column: ClientColumn): string => {
    switch (column) {
      case 'role':
        return roles[client.role]
      case 'tags':
        return joinTags(client.tags)
      case 'country':
        return client.country ? (countries.get(client.country) ?? client.country) : ''
      default:
        return client[column] ?? ''
    }
  }
  return [...CLIENT_COLUMNS.map(cellOf), statuses[client.status]].map(disarmed)
}
