/**
 * How often a property is tried: `full` times, and a fifth as often where the same run tries it in full as well (the other
 * zones of the machine). `npm run test:zones` tries everything in full.
 */
export function propertyRuns(full: number): number {
  return process.env.FEWER_PROPERTY_RUNS === 'yes' ? Math.ceil(full / 5) : full
}
