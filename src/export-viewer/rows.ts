import type { Pushed, Row, TableAbout } from './archive.ts'

/** The rows of the tables that have been loaded, and the way to load others. */
export type Rows = {
  /** What a script of the archive said. */
  take(pushed: Pushed): void
  /** The rows of a table. @throws Error if its script cannot be read */
  of(table: TableAbout): Promise<readonly Row[]>
  /** The row of an id. */
  find(table: TableAbout, id: string): Promise<Row | undefined>
}

/** @param load has the script of a path run; it pushes the rows of one table */
export function createRows(load: (path: string) => Promise<void>): Rows {
  const lists = new Map<string, readonly Row[]>()
  const indexes = new Map<string, ReadonlyMap<string, Row>>()
  const loading = new Map<string, Promise<void>>()
  const keyOf = ({ space, name }: { space: string; name: string }) => `${space}-${name}`
  const rows: Rows = {
    take({ rows: said }) {
      if (said) lists.set(keyOf({ space: said.space, name: said.table }), said.list)
    },
    async of(table) {
      const key = keyOf(table)
      if (!lists.has(key)) {
        const begun = loading.get(key) ?? load(`viewer/${key}.js`)
        loading.set(key, begun)
        await begun.finally(() => loading.delete(key))
      }
      return lists.get(key) ?? []
    },
    async find(table, id) {
      const key = keyOf(table)
      const list = await rows.of(table)
      const index = indexes.get(key) ?? new Map(list.map((row) => [String(row['id']), row]))
      indexes.set(key, index)
      return index.get(id)
    },
  }
  return rows
}
