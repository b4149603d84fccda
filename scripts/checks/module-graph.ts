// The graph of the modules, from the imports in the sources. A module of the server with all its subfolders is one room,
// and so is a feature of the web; the files at the root of server/ and web/ compose the rooms and are left out.
import { posix } from 'node:path'
import { type SourceFile, isTest } from './tree.ts'

/** One import between two rooms, as `file → file`. */
export type Edge = { from: string; to: string; by: string }

const ALIASES: Readonly<Record<string, string>> = {
  '#contract': 'src/contract',
  '#time': 'src/time',
  '#server': 'src/server',
  '#web': 'src/web',
}

const ROOM = /^src\/(?:(contract|time)|server\/(modules\/[^/]+|[^/]+)|web\/(features\/[^/]+|[^/]+))\//
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g

/** The room of a file: `modules/sessions`, `events`, `features/groups`; undefined for one that is in none. */
export function roomOf(path: string): string | undefined {
  const [, leaf, server, web] = ROOM.exec(path) ?? []
  return leaf ?? server ?? web
}

/** Every import of the product that leads from one room into another. */
export function edgesOf(files: readonly SourceFile[]): Edge[] {
  return files
    .filter(({ path }) => /\.(ts|tsx)$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) => {
      const from = roomOf(path)
      if (from === undefined) return []
      return [...text.matchAll(IMPORT)].flatMap(([, specifier = '']) => {
        const target = resolve(path, specifier)
        const to = target && roomOf(target)
        return to === undefined || to === from ? [] : [{ from, to, by: `${path} → ${target}` }]
      })
    })
}

/** The rooms that each room needs, all of them named, in the order of the alphabet. */
export function graphOf(edges: readonly Edge[]): Map<string, readonly string[]> {
  const rooms = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].toSorted()
  return new Map(
    rooms.map((room) => [
      room,
      [...new Set(edges.filter(({ from }) => from === room).map(({ to }) => to))].toSorted(),
    ]),
  )
}

/** A shortest cycle, as the rooms on it; undefined if there is no cycle. */
export function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const cycles = [...graph.keys()].flatMap((room) => {
    const ways = [[room]]
    const seen = new Set<string>()
    for (const way of ways) {
      for (const next of graph.get(way.at(-1)!) ?? []) {
        if (next === room) return [[...way, room]]
        if (seen.has(next)) continue
        seen.add(next)
        ways.push([...way, next])
      }
    }
    return []
  })
  return cycles.toSorted((a, b) => a.length - b.length)[0]
}

/** The rooms from the ground up: each needs only rooms of the levels before its own. The graph has no cycle. */
export function levelsOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const levels: string[][] = []
  const placed = new Set<string>()
  while (placed.size < graph.size) {
    const next = [...graph].filter(
      ([room, needs]) => !placed.has(room) && needs.every((needed) => placed.has(needed)),
    )
    if (next.length === 0) throw new Error('rooms in a cycle have no levels')
    levels.push(next.map(([room]) => room))
    for (const [room] of next) placed.add(room)
  }
  return levels
}

function resolve(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  const [alias = '', ...rest] = specifier.split('/')
  const folder = ALIASES[alias]
  return folder && [folder, ...rest].join('/')
}
