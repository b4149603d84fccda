import type { ClientStatus } from '#contract/clients.ts'

/** As MAX_BULK_CLIENTS of contract/clients/clients-bulk.ts; naming it here keeps its schemas out of the screen's code. */
export const MOST_CHOSEN = 100

/** A client as the selection remembers them, also when another page is shown. */
export type ChosenClient = { id: string; fullName: string; status: ClientStatus }

/** The selected clients by id. */
export type Selection = ReadonlyMap<string, ChosenClient>

export const NOBODY: Selection = new Map()

/** The selection with a client in or out; a full one takes nobody more. */
export function toggled(selection: Selection, { id, fullName, status }: ChosenClient): Selection {
  const next = new Map(selection)
  if (next.delete(id)) return next
  return next.size < MOST_CHOSEN ? next.set(id, { id, fullName, status }) : selection
}

/** How much of the shown page is selected. */
export function shareOf(
  selection: Selection,
  page: readonly Pick<ChosenClient, 'id'>[],
): 'none' | 'some' | 'all' {
  const count = page.filter(({ id }) => selection.has(id)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}

/** The selection with the whole page in, as far as it fits; out, if all of it was in. */
export function pageToggled(selection: Selection, page: readonly ChosenClient[]): Selection {
  const isIn = shareOf(selection, page) === 'all'
  return page
    .filter(({ id }) => selection.has(id) === isIn)
    .reduce((before, client) => toggled(before, client), selection)
}
