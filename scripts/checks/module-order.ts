import { type Edge, edgesOf, findCycle, graphOf } from './module-graph.ts'
import type { Check, SourceFile } from './tree.ts'

/**
 * Modules have an order: no two need each other, directly or through others. A module that reads or acts across several
 * is above all of them.
 */
export const moduleOrder: Check = {
  name: 'order of the modules',
  run: cyclesOf,
}

// One cycle at a time: the imports that close it say what to move.
function cyclesOf(files: readonly SourceFile[]): string[] {
  const edges = edgesOf(files)
  const cycle = findCycle(graphOf(edges))
  if (!cycle) return []
  const steps = cycle.slice(1).map((to, index) => stepOf(edges, cycle[index]!, to))
  return [`${cycle.join(' → ')}: a cycle of modules, by\n${steps.join('\n')}`]
}

function stepOf(edges: readonly Edge[], from: string, to: string): string {
  const imports = edges.filter((edge) => edge.from === from && edge.to === to).map(({ by }) => `    ${by}`)
  return [...new Set(imports)].join('\n')
}
