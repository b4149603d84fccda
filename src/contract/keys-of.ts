/** The keys of a record, by their names in its type. Only for records that are written down whole, as tables are. */
export function keysOf<T extends object>(record: T): (keyof T & string)[] {
  return Object.keys(record) as (keyof T & string)[]
}
