// Archives of data are not in a backup: they have what it has already, and end after two days. Their rows come back with it.
import type pg from 'pg'
import type { CopiedTable } from '../platform/backup/table-copies.ts'

type Left = {
  table: string
  /** A release without this column has none of these rows, or none in this state. */
  column: string
  change: string
  say: (count: number) => string
}

const LEFT: readonly Left[] = [
  {
    table: 'data_exports',
    column: 'file_id',
    // By the clock that made them, whatever the time is here: also those that were replaced or had expired. Those that were being written are written by their jobs.
    change: `update public.data_exports set expires_at = ready_at where state = 'ready' and expires_at > ready_at`,
    say: (count) =>
      `Archives of people's data that are not in a backup, and can be asked for again: ${count}`,
  },
  {
    table: 'data_imports',
    column: 'cancelled_at',
    change: `update public.data_imports set cancelled_at = greatest(created_at, finished_at), parts = '{}' where parts <> '{}'`,
    say: (count) =>
      `Archives that were being read back, are not in a backup, and can be sent again: ${count}`,
  },
]

/**
 * Puts the rows whose bytes did not come along into the state in which the person asks for an archive, or sends one, again:
 * expired and cancelled. They stay, because they count for the limits of a day, until their timers remove them.
 * @returns what to say about it
 */
export async function endLeftBehind(client: pg.Client, tables: readonly CopiedTable[]): Promise<string[]> {
  const said: string[] = []
  for (const { table, column, change, say } of LEFT) {
    if (!tables.some(({ name, columns }) => name === table && columns.includes(column))) continue
    const { rowCount } = await client.query(change)
    if (rowCount) said.push(say(rowCount))
  }
  return said
}
