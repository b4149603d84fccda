import type { z } from 'zod'
import {
  type ColumnRule,
  GONE,
  type Given,
  type IdTable,
  type Practice,
  type TableRules,
} from './column-rules.ts'
import { RowId } from './values.ts'

/**
 * Why a row is refused: a value that the product does not take, an id that names no row of the archive, or a column that
 * this release does not know.
 */
export type RowFault = 'bad_row' | 'unknown_reference' | 'newer_version'

export class RowRefused extends Error {
  override readonly name = 'RowRefused'
  readonly fault: RowFault
  readonly column: string

  constructor(fault: RowFault, column: string) {
    super(`${fault} in ${column}`)
    this.fault = fault
    this.column = column
  }
}

/**
 * A row as it is stored, from a row of an archive: only the columns that are written. Undefined if it is left out: one that
 * is not read back, or that needs a file that was lost.
 * @throws RowRefused
 */
export function readRow(
  rules: TableRules,
  raw: unknown,
  practice: Practice,
): Record<string, unknown> | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new RowRefused('bad_row', '')
  const unread = new Map(Object.entries(raw))
  if (rules.leavesOut?.(raw as Given, practice)) return undefined
  const given: Record<string, unknown> = {}
  const row: Record<string, unknown> = {}
  const filled: [string, Extract<ColumnRule, { is: 'fill' }>][] = []
  for (const [column, rule] of Object.entries(rules.columns)) {
    // A column that is not in the archive is one that came later: null, where it may be.
    const there = unread.get(column) ?? null
    unread.delete(column)
    if (rule.is === 'fill') filled.push([column, rule])
    const parsed = parsedValue(rule, there, { table: rules.name, column, raw: raw as Given, practice })
    if (parsed === GONE) return undefined
    if (parsed === UNREAD) continue
    given[column] = parsed
    if (rule.is !== 'fill' && rule.is !== 'kept') row[column] = parsed
  }
  const [unknown] = unread.keys()
  if (unknown !== undefined) throw new RowRefused('newer_version', unknown)
  for (const [column, rule] of filled) row[column] = rule.with(given, practice)
  const problem = rules.problem?.({ ...given, ...row }, practice)
  if (problem !== undefined) throw new RowRefused('bad_row', problem)
  return row
}

const UNREAD = Symbol('not in archives')

type Place = { table: IdTable; column: string; raw: Given; practice: Practice }

function parsedValue(rule: ColumnRule, there: unknown, place: Place): unknown {
  const { table, column, practice, raw } = place
  switch (rule.is) {
    case 'made':
      return UNREAD
    case 'kept':
    case 'fill':
      return rule.read ? checked(rule.read, there, column) : UNREAD
    case 'value':
      return checked(rule.schema, there, column)
    case 'mapped':
      return rule.map(checked(rule.schema, there, column) as never, practice)
    case 'author':
      if (there === null && rule.nullable) return null
      return named(practice.ids.author(checked(RowId, there, column)), column)
    case 'picture':
      return there === null
        ? null
        : pictureOf(named(practice.picture(checked(RowId, there, column), rule.kind), column))
    case 'own':
      return named(practice.ids.find(table, checked(RowId, there, column)), column)
    case 'ref': {
      if (there === null && rule.nullable) return null
      const old = checked(RowId, there, column)
      const to = typeof rule.to === 'function' ? rule.to(raw) : rule.to
      const found = practice.ids.find(to, old)
      return found === undefined && rule.or ? practice.ids.local(to, old) : named(found, column)
    }
  }
}

function checked<T>(schema: z.ZodType<T>, there: unknown, column: string): T {
  const { success, data } = schema.safeParse(there)
  if (!success) throw new RowRefused('bad_row', column)
  return data
}

function named<Id extends string | symbol>(id: Id | undefined, column: string): Id {
  if (id === undefined) throw new RowRefused('unknown_reference', column)
  return id
}

// A picture that was lost leaves its place empty.
const pictureOf = (id: string | typeof GONE): string | null => (id === GONE ? null : id)
