// The distribution over several rounds of one measurement.

export type Spread = { min: number; median: number; max: number }

export function spread(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error('Nothing was measured')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return { min: sorted[0]!, median, max: sorted.at(-1)! }
}

/** "0.81 – 0.84 – 0.90": least, median, most. */
export function show({ min, median, max }: Spread, digits = 2): string {
  return [min, median, max].map((value) => value.toFixed(digits)).join(' – ')
}

/** A mark for whether the target was met. */
export function verdict(reached: boolean): string {
  return reached ? '✓' : '✗'
}
