// Writes the drawing of the modules in docs/modules.md from the imports; the repository check only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/project.mjs'
import { edgesOf, findCycle, graphOf, levelsOf } from './module-graph.ts'
import { type Check, type SourceFile, readTree } from './tree.ts'

const PATH = 'docs/modules.md'
const BEGIN = '<!-- modules: begin (made by scripts/checks/module-docs.ts) -->'
const END = '<!-- modules: end -->'

/** docs/modules.md draws the modules as they import each other now. */
export const moduleDocs: Check = {
  name: 'modules drawn',
  run: (files) => {
    const document = files.find(({ path }) => path === PATH)?.text
    if (document === undefined || document === withDrawing(document, files)) return []
    return [`${PATH} is behind the imports: run \`node scripts/checks/module-docs.ts\``]
  },
}

/** A document with the drawing of these files between its markers. */
export function withDrawing(document: string, files: readonly SourceFile[]): string {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END)
  if (begin < 0 || end < begin) return `${PATH} has lost its markers`
  return `${document.slice(0, begin)}${BEGIN}\n\n${drawingOf(files)}\n\n${document.slice(end)}`
}

function drawingOf(files: readonly SourceFile[]): string {
  const edges = edgesOf(files)
    .filter(({ from, to }) => isDrawn(from) && isDrawn(to))
    .map((edge) => ({ ...edge, from: nameOf(edge.from), to: nameOf(edge.to) }))
  const graph = graphOf(edges)
  // The check of the order says what is wrong.
  if (findCycle(graph)) return 'The modules are in a cycle.'
  const levels = levelsOf(graph).map((rooms, index) => `${index + 1}  ${rooms.join(', ')}`)
  const arrows = [...graph].flatMap(([room, needs]) =>
    needs
      .filter((needed) => !isNeededByAnother(graph, needs, needed))
      .map((needed) => `  ${room} --> ${needed}`),
  )
  return [
    'Each needs only those of the lines above its own:',
    ['```text', ...levels, '```'].join('\n'),
    'An arrow leads from a module to one that it needs; arrows that follow from two others are left out.',
    ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n'),
  ].join('\n\n')
}

function isDrawn(room: string): boolean {
  return room.startsWith('modules/') || ['events', 'effects', 'http'].includes(room)
}

function nameOf(room: string): string {
  return room.replace('modules/', '')
}

/** Whether one of the needed rooms needs this one as well, directly or through others. */
function isNeededByAnother(
  graph: ReadonlyMap<string, readonly string[]>,
  needs: readonly string[],
  room: string,
): boolean {
  const seen = new Set<string>()
  const open = needs.filter((needed) => needed !== room)
  for (const next of open) {
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...(graph.get(next) ?? []))
  }
  return seen.has(room)
}

if (import.meta.main) {
  const file = join(root, PATH)
  writeFileSync(file, withDrawing(readFileSync(file, 'utf8'), readTree(root)))
}
