import type { Check, SourceFile } from './tree.ts'

const table = 'docs/spec-coverage.md'
const named = /`([^`\s]+)`/g

/** The table of the specification has no empty cell, and only names files and folders that exist. */
export const coverage: Check = {
  name: 'coverage',
  run: (files) =>
    files
      .filter(({ path }) => path === table)
      .flatMap(({ text }) => text.split('\n'))
      .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+\|$/.test(line))
      .flatMap((row) => [...blanks(row), ...missing(row, files)]),
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function blanks(row: string): string[] {
  const cells = cellsOf(row)
  return cells.includes('') ? [`${table}: "${cells[0]}" leaves a cell blank`] : []
}

/** Files or folders in a row that do not exist. */
function missing(row: string, files: readonly SourceFile[]): string[] {
  const [, ...places] = cellsOf(row)
  return [...places.join(' ').matchAll(named)]
    .map(([, name = '']) => name)
    .filter((name) => name.includes('/') && !isThere(name, files))
    .map((name) => `${table}: there is no ${name}`)
}

function isThere(name: string, files: readonly SourceFile[]): boolean {
  const isAt = (path: string, place: string) => path === place || path.startsWith(`${place}/`)
  return files.some(({ path }) => isAt(path, name) || isAt(path, `src/${name}`))
}
