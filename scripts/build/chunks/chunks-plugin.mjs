// Few files for each screen instead of a hundred: the web is bundled once to see which modules each page needs, and then
// with groups of them that merge-chunks.mjs chose.
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { mergeChunks } from './merge-chunks.mjs'
import { readScreens } from '../screen-files.mjs'

/** What the first screen needs, in one file beside the entry. */
const FIRST = { name: 'first', tags: ['$initial'], priority: 1 }

/** Where people arrive, a dashboard or the landing: nothing that it does not need may come into its first load. */
const ARRIVAL_WEIGHT = 600

/** What people open every day counts more than a form that they fill once a month. */
const DAILY_WEIGHT = 300

/** Dialogs and the like are opened on fewer visits than screens. */
const PART_WEIGHT = 0.1

/** What comes with every screen of the shell but the first ones. */
const KIT = 'src/web/ui/theme/kit-rest.ts'

/** What the shell fetches once the screen has its content. */
const AHEAD = 'src/web/app/shell/ahead-parts.ts'

/** @returns {import('vite').Plugin} */
export function chunksPlugin() {
  return {
    name: 'norte-chunks',
    apply: 'build',
    async config({ root }) {
      const groupOf = await groupsOfModules(root)
      const rest = {
        name: (id) => groupOf.get(id) ?? null,
        debugName: 'merged chunks',
        // The groups already contain what their modules need.
        includeDependenciesRecursively: false,
      }
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [FIRST, rest] } } } } }
    },
  }
}

/** The name of the file for each module that shares one. */
async function groupsOfModules(root) {
  const bundle = await finestBundle(root)
  const chunks = [...bundle.values()].filter(({ type }) => type === 'chunk')
  const groups = mergeChunks(
    chunks.map((chunk) => described(chunk, bundle)),
    await visitsOf(chunks),
  )
  return new Map(
    groups.flatMap((names, index) =>
      names.flatMap((name) => bundle.get(name).moduleIds.map((id) => [id, `part-${index}`])),
    ),
  )
}

/** The files of a build without groups, by their names; nothing is written. */
async function finestBundle(root) {
  const files = new Map()
  const collect = {
    name: 'norte-finest-chunks',
    enforce: 'pre',
    generateBundle: {
      // Later Vite drops chunks that only have styles, and their styles would come after those they belong before.
      order: 'pre',
      handler(_, bundle) {
        for (const [name, file] of Object.entries(bundle)) {
          files.set(name, { ...file, styles: [...(file.viteMetadata?.importedCss ?? [])] })
        }
      },
    },
  }
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [collect, react()],
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: [FIRST] } } },
    },
  })
  return files
}

function described(chunk, bundle) {
  return {
    name: chunk.fileName,
    bytes: [chunk.code, ...chunk.styles.map((name) => bundle.get(name).source)].join('').length,
    hasStyles: chunk.styles.length > 0,
    isFixed: chunk.isEntry || chunk.isDynamicEntry || chunk.name === FIRST.name,
    imports: chunk.imports,
  }
}

/** The pages that people open, and everything else that is loaded on demand. */
async function visitsOf(chunks) {
  const { shell, queries, screens } = await readScreens()
  const onDemand = chunks.filter(({ isDynamicEntry }) => isDynamicEntry)
  const isOf = (file) => (chunk) => chunk.facadeModuleId.endsWith(`/${file}`)
  const nameOf = (file) => {
    const found = onDemand.find(isOf(file))
    if (!found) throw new Error(`The build has no chunk for ${file}`)
    return found.fileName
  }
  const frame = nameOf(shell.file)
  const layout = nameOf(queries.file)
  const kit = nameOf(KIT)
  const ahead = nameOf(AHEAD)
  const screenOf = (chunk) => screens.find(({ file }) => isOf(file)(chunk))
  const arrivals = onDemand.filter((chunk) => screenOf(chunk)?.isFirst)
  return onDemand.map((chunk) => {
    const screen = screenOf(chunk)
    const name = chunk.fileName
    if (!screen) {
      // What the first screens fetch for themselves is below what is seen first, and comes at once.
      const above = arrivals.find(({ dynamicImports }) => dynamicImports.includes(name))
      if (above) return { chunks: [frame, above.fileName, name], weight: ARRIVAL_WEIGHT }
      return { chunks: [frame, name], weight: PART_WEIGHT }
    }
    if (!screen.isFramed) {
      const chunks = screen.hasNoQueries ? [name] : [layout, name]
      return { chunks, weight: screen.isFirst ? ARRIVAL_WEIGHT : 1, isExact: screen.isFirst }
    }
    if (screen.isFirst) return { chunks: [frame, name], weight: ARRIVAL_WEIGHT }
    // On a screen that people open first, often on a phone, what comes ahead may not come before the content. Elsewhere
    // it is there already.
    if (screen.isDaily) return { chunks: [frame, kit, name], weight: DAILY_WEIGHT }
    return { chunks: [frame, kit, ahead, name], weight: 1 }
  })
}
