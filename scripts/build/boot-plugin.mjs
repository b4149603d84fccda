// A small classic script in the head of index.html, made at build time. Before the first paint it sets the person's
// colour scheme, and it starts what the bundle would only start once it runs: the downloads of the opened page's chunks
// and texts, and the reads that fill it. It is a separate file because the content security policy forbids inline scripts, and because measured in
// Lighthouse the page with it inline was slower: what it asks for then shares the line with the bundle.
import { LANGUAGES } from '../../src/contract/languages.ts'
import { SCHEME_KEY, STORAGE_KEYS } from '../../src/web/storage-keys.ts'
import { readScreens } from './screen-files.mjs'

const MARK = '<!-- boot -->'

/** What every screen but the first ones loads besides its own code (app/load-screen.ts). */
const KIT = 'src/web/ui/theme/kit-rest.ts'

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
  const { shell, queries, screens } = await readScreens()
  // Each file once; the screens name them by number.
  const files = []
  const numberOf = (file) => {
    if (!files.includes(file)) files.push(file)
    return files.indexOf(file)
  }
  const filesOf = (...sources) =>
    [...new Set(sources.flatMap((source) => closure(bundle, source)))]
      .filter((file) => !html.includes(file))
      .map(numberOf)
  const around = ({ isFramed, isFirst, hasNoQueries }) => [
    ...(isFramed ? [shell.file] : hasNoQueries ? [] : [queries.file]),
    ...(isFirst ? [] : [KIT]),
  ]
  const plan = screens.map((screen) => ({
    for: screen.audience,
    at: `^(${screen.patterns.map((pattern) => pattern.replace(/:\w+/g, '[^/]+')).join('|')})/?$`,
    code: filesOf(...around(screen), screen.file),
    texts: [...new Set([...(screen.isFramed ? shell.texts : []), ...screen.texts])],
    asks: [...(screen.isFramed ? shell.asks : []), ...screen.asks].map((route) => route.replace('GET ', '')),
    ...(screen.isFirst && { isFirst: true }),
  }))
  return `(${boot.toString()})(${JSON.stringify({ files, screens: plan })},${JSON.stringify({
    session: STORAGE_KEYS.session,
    scheme: SCHEME_KEY,
    root: STORAGE_KEYS.root,
    languages: LANGUAGES,
  })})`
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

/* Runs in the browser; only its parameters are available there. */
/* global document, fetch, localStorage, location, matchMedia */
function boot(plan, keys) {
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key))
    } catch {
      return null
    }
  }
  const choice = read(keys.scheme)
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  const link = (attributes) => {
    const element = document.createElement('link')
    for (const name in attributes) element.setAttribute(name, attributes[name])
    document.head.append(element)
  }
  const root = read(keys.root)
  // The chosen language, and the first of the list as the fallback for missing texts.
  const chosen = root?.translate?.language
  const languages = keys.languages.filter((language, index) => index === 0 || language === chosen)
  document.documentElement.lang = languages.at(-1)
  const texts = (...names) => {
    for (const name of names) {
      for (const language of languages) {
        const href = `/locales/${language}/${name}.json`
        link({ rel: 'preload', as: 'fetch', crossorigin: 'anonymous', href })
      }
    }
  }
  const code = (files) => {
    for (const file of files) {
      const isStyle = file.endsWith('.css')
      // The loader asks for styles with `crossorigin`; a preload without it would be fetched twice.
      link(
        isStyle
          ? { rel: 'preload', as: 'style', crossorigin: '', href: `/${file}` }
          : { rel: 'modulepreload', href: `/${file}` },
      )
    }
  }
  texts('common')
  // Who is signed in as what; an expired sign-in only makes this a guess that was wrong.
  const token = read(keys.session)?.token
  const audience = token ? (root?.session?.userType ?? 'client') : 'visitor'
  const isFor = (screen) =>
    screen.for === 'anyone' || (screen.for === 'signedIn' ? audience !== 'visitor' : screen.for === audience)
  const opened =
    plan.screens.find((screen) => isFor(screen) && new RegExp(screen.at).test(location.pathname)) ??
    // Everything else leads to where the person arrives: from the landing to the dashboard, or back to the landing.
    plan.screens.find((screen) => screen.isFirst && isFor(screen))
  code(opened.code.map((number) => plan.files[number]))
  texts(...opened.texts)

  // Taken by web/api/early-answers.ts; a refusal or failure is that of the call that takes it.
  if (!token) return
  const answers = {}
  for (const path of opened.asks) {
    const headers = {
      'accept': 'application/json',
      'x-language': languages.at(-1),
      'authorization': `Bearer ${token}`,
    }
    answers[path] = fetch(path, { headers, signal: AbortSignal.timeout(30_000) })
    answers[path].catch(() => undefined)
  }
  globalThis.earlyAnswers = { token, answers }
}
