// Writes the first script of the page (boot.mjs) at build time: a small classic script in the head of index.html. It is a
// separate file because the content security policy forbids inline scripts, and because measured in Lighthouse the page
// with it inline was slower: what it asks for then shares the line with the bundle.
import { minifySync } from 'vite'
import { LANGUAGES } from '../../src/contract/languages.ts'
import { SCHEME_KEY, STORAGE_KEYS } from '../../src/web/storage-keys.ts'
import { boot } from './boot.mjs'
import { openingsOf } from './openings.mjs'
import { readScreens } from './screen-files.mjs'

const MARK = '<!-- boot -->'

const WEB = 'src/web/'

/** The parts that come late: each is one file of the build (web/widgets/late), as are the styles of every other screen. */
export const LATE = /src\/web\/.*(-parts|\/kit-rest)\.ts$/

/** @returns {import('vite').Plugin} */
export function bootPlugin() {
  return {
    name: 'norte-boot',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html')
        const html = String(page.source)
        if (!html.includes(MARK)) throw new Error(`index.html has no ${MARK}`)
        const reference = this.emitFile({
          type: 'asset',
          name: 'boot.js',
          source: await script(bundle, html),
        })
        page.source = html.replace(MARK, `<script src="/${this.getFileName(reference)}"></script>`)
      },
    },
  }
}

async function script(bundle, html) {
  // Each file once; the screens name them by number.
  const files = []
  const numberOf = (file) => {
    if (!files.includes(file)) files.push(file)
    return files.indexOf(file)
  }
  const filesOf = (sources) =>
    [...new Set(sources.flatMap((source) => closure(bundle, source)))]
      .filter((file) => !html.includes(file))
      .map(numberOf)
  const plan = openingsOf(await readScreens()).map(({ sources, ...opening }) => ({
    ...opening,
    code: filesOf(sources),
  }))
  const late = lateSources(bundle).map((source) => [source.slice(WEB.length), filesOf([source])])
  const source = `(${boot.toString()})(${JSON.stringify({ files, screens: plan, late: Object.fromEntries(late) })},${JSON.stringify(
    {
      session: STORAGE_KEYS.session,
      scheme: SCHEME_KEY,
      root: STORAGE_KEYS.root,
      languages: LANGUAGES,
    },
  )})`
  return minifySync('boot.js', source).code
}

/** The sources of the parts that come late. */
function lateSources(bundle) {
  return Object.values(bundle).flatMap((output) => {
    const [source] =
      LATE.exec((output.type === 'chunk' && output.isDynamicEntry && output.facadeModuleId) || '') ?? []
    return source === undefined ? [] : [source]
  })
}

/** The chunk of a module with all its imports, styles included. */
function closure(bundle, file) {
  const start = Object.values(bundle).find(
    (output) =>
      output.type === 'chunk' && output.isDynamicEntry && output.facadeModuleId?.endsWith(`/${file}`),
  )
  if (!start) throw new Error(`The build has no chunk for ${file}`)
  const found = new Set()
  const visit = (file) => {
    const chunk = bundle[file]
    if (found.has(file) || chunk?.type !== 'chunk') return
    found.add(file)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    chunk.imports.forEach(visit)
  }
  visit(start.fileName)
  return [...found]
}
