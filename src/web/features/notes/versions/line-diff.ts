/** A line of two texts that are compared: in both, only in the earlier, or only in the later one. */
export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }

/** Most pairs of lines that are compared one by one; beyond that the middle is shown as removed and added. */
const MOST_PAIRS = 4_000_000

/**
 * The lines of two texts in one order, with the longest possible part of them told to be the same. Taking the removed ones
 * out gives the later text, taking the added ones out the earlier one.
 */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const room = Math.min(before.length, after.length) - head
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  return [
    ...same(before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ]
}

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > MOST_PAIRS) {
    return [
      ...before.map((text): DiffLine => ({ kind: 'removed', text })),
      ...after.map((text): DiffLine => ({ kind: 'added', text })),
    ]
  }
  // How long the longest common part of the rests is, from the end backwards.
  const width = after.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: DiffLine[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      lines.push({ kind: 'same', text: before[row]! })
      row += 1
      column += 1
    } else if (
      row < before.length &&
      (column === after.length || at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push({ kind: 'removed', text: before[row]! })
      row += 1
    } else {
      lines.push({ kind: 'added', text: after[column]! })
      column += 1
    }
  }
  return lines
}
