/**
 * How often a property is tried: `full` times, and a fifth as often where the same run tries it in full as well (the other
 * zones of the machine). `npm run test:zones` tries everything in full.
 */
export function propertyRuns(full: number): number {
  return isShort ? Math.ceil(full / 5) : full
}

/** Every one of `all`, or every fifth where properties are tried a fifth as often, and those that must not be missing. */
export function inShare<T>(all: readonly T[], always: (one: T) => boolean): readonly T[] {
  return isShort ? all.filter((one, place) => place % 5 === 0 || always(one)) : all
}

const isShort = process.env.FEWER_PROPERTY_RUNS === 'yes'
