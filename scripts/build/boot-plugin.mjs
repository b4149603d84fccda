// A small classic script in the head of index.html, made at build time. Before the first paint it sets the person's
// colour scheme, and it starts the downloads that the bundle would only start once it runs: the chunks and texts of the
// opened page. It is a separate file because the content security policy forbids inline scripts.
import { LANGUAGES, STORAGE_KEYS } from '../../src/contract/fixed-names.ts'
import { readScreens } from './screen-files.mjs'

const MARK = '<!-- boot -->'
const SCHEME_KEY = 'colorScheme'

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
  const { shell, screens } = await readScreens()
  const filesOf = (...files) =>
    [...new Set(files.flatMap((file) => closure(bundle, file)))].filter((file) => !html.includes(file))
  const first = (audience) => {
    const found = screens.find((screen) => screen.isFirst && screen.audience === audience)
    if (!found) throw new Error(`No first screen for ${audience}`)
    return found
  }
  const home = (audience) => {
    const { file, texts } = first(audience)
    return { code: filesOf(shell.file, file), texts: [...new Set([...shell.texts, ...texts])] }
  }
  const unframed = screens.filter(({ isFramed }) => !isFramed).flatMap(({ patterns }) => patterns)
  return `(${boot.toString()})(${JSON.stringify({
    landing: {
      at: first('visitor').patterns,
      texts: first('visitor').texts,
      code: filesOf(first('visitor').file),
    },
    dashboards: first('coach').patterns,
    unframed: `^(${unframed.map((pattern) => pattern.replace(/:\w+/g, '[^/]+')).join('|')})/?$`,
    homes: { coach: home('coach'), client: home('client') },
    shell: { code: filesOf(shell.file), texts: shell.texts },
  })},${JSON.stringify({
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
/* global document, localStorage, location, matchMedia */
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
  const path = location.pathname
  const isLanding = plan.landing.at.includes(path)
  if (!read(keys.session)) {
    if (isLanding) {
      code(plan.landing.code)
      texts(...plan.landing.texts)
    }
  } else if (isLanding || plan.dashboards.includes(path)) {
    // The landing sends signed-in people on to their dashboard.
    const home = root?.session?.userType === 'coach' ? plan.homes.coach : plan.homes.client
    code(home.code)
    texts(...home.texts)
  } else if (!new RegExp(plan.unframed).test(path)) {
    code(plan.shell.code)
    texts(...plan.shell.texts)
  }
}
