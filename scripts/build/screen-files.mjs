// The table of screens as the build reads it: by files.
import { pathToFileURL } from 'node:url'
import { at } from '../setup/project.mjs'

// Imported by its address when it is asked for: whatever bundles this file leaves it alone.
const table = () => import(pathToFileURL(at('src', 'web', 'app', 'screens.ts')).href)

/** Every screen of the table with the file of its code, the shell's, and that of what provides queries outside it. */
export async function readScreens() {
  const { allScreens, isFramed, patternsOf, queries, shell } = await table()
  return {
    shell: { texts: shell.texts, asks: shell.asks, file: fileOf(shell.load) },
    queries: { file: fileOf(queries.load) },
    screens: allScreens.map(([name, screen]) => ({
      name,
      patterns: patternsOf(screen),
      audience: screen.for,
      texts: screen.texts,
      asks: screen.asks ?? [],
      file: fileOf(screen.load),
      isFirst: screen.isFirst === true,
      isDaily: screen.isDaily === true,
      isFramed: isFramed(screen),
      hasNoQueries: screen.hasNoQueries === true,
    })),
  }
}

/** What a `load` of the table imports, from the root of the project. */
function fileOf(load) {
  const [, wanted] = /import\('([^']+)'\)/.exec(load.toString()) ?? []
  if (wanted === undefined) throw new Error(`No import() in ${load}`)
  return wanted.startsWith('#web/') ? `src/web/${wanted.slice(5)}` : `src/web/app/${wanted.slice(2)}`
}
