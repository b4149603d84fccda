// The files that the repository checks read, loaded once.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type SourceFile = { path: string; text: string }

/** A check returns one line per problem, each with its file; an empty list means it passed. */
export type Check = { name: string; run: (files: SourceFile[]) => string[] }

const skippedFolders = new Set([
  '.git',
  'node_modules',
  'dist',
  'data',
  'screens',
  'coverage',
  'test-results',
  'results',
])
const textFile = /\.(ts|tsx|mts|cts|mjs|cjs|js|json|jsonc|md|sql|css|html|yml|yaml|sh)$|^\.ci\/run$|\.npmrc$/

/** Every text file of the project below `root`, with paths relative to it. */
export function readTree(root: string): SourceFile[] {
  return paths(root, '').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function paths(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : paths(root, path)
    return entry.isFile() && textFile.test(path) ? [path] : []
  })
}

/** A source file of the product, the tests or the tools. */
export function isCode(path: string): boolean {
  return /^(src|test|scripts|bench)\/.*\.(ts|tsx|mjs|cjs|mts)$/.test(path)
}

export function isTest(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path) || path.startsWith('test/')
}

/** The number of the line with the character at `index`, counted from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
