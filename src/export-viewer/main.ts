import type { ArchivedFile, About, Pushed } from './archive.ts'
import { element } from './elements.ts'
import { type Viewer, contents, overview, rowPage, say, searchPage, tableAt, tablePage } from './pages.ts'
import { createRows } from './rows.ts'
import { shownDay } from './shown-values.ts'

declare global {
  interface Window {
    /** Filled by the scripts of the archive; the viewer takes its place. */
    norte?: { push(...said: Pushed[]): unknown } | undefined
  }
}

/** How long a search waits for the next letter. */
const TYPING_MS = 250

start()

function start(): void {
  const said = window.norte as unknown as Pushed[]
  const rows = createRows(loadScript)
  let about: About | undefined
  let files: Readonly<Record<string, ArchivedFile>> = {}
  const take = (pushed: Pushed) => {
    about = pushed.about ?? about
    files = pushed.files ?? files
    rows.take(pushed)
  }
  said.forEach(take)
  window.norte = { push: (...more) => more.forEach(take) }
  if (about) show({ about, files, rows })
}

function loadScript(path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const script = element('script', { src: path })
  script.addEventListener('load', () => resolve())
  script.addEventListener('error', () => reject(new Error(`No ${path}`)))
  document.head.append(script)
  return promise
}

function show(viewer: Viewer): void {
  const { about } = viewer
  document.documentElement.lang = about.language
  document.title = say(viewer, 'title', { name: about.name })
  const main = element('main', { tabindex: '-1' })
  const list = element('nav', { 'aria-label': say(viewer, 'menu') })
  // Beside the pages where there is room; else it opens over them.
  const roomy = window.matchMedia('(min-width: 48rem)')
  const menu = element('details', { class: 'menu' }, element('summary', {}, say(viewer, 'menu')), list)
  menu.open = roomy.matches
  roomy.addEventListener('change', () => (menu.open = roomy.matches))
  const search = element('input', {
    'type': 'search',
    'aria-label': say(viewer, 'search'),
    'placeholder': say(viewer, 'searchHint'),
  })
  const print = element('button', { type: 'button' }, say(viewer, 'print'))
  print.addEventListener('click', () => window.print())
  const home = element('a', { href: '#/', class: 'title' }, document.title)
  const made = element('span', { class: 'hint' }, say(viewer, 'made', { day: shownDay(about, about.madeOn) }))
  const header = element('header', {}, element('div', {}, home, made), print, search)
  document.getElementById('viewer')!.replaceChildren(header, menu, main)

  let latest = 0
  const render = async () => {
    const turn = (latest += 1)
    main.setAttribute('aria-busy', 'true')
    const [path = '', query = ''] = location.hash.slice(1).split('?')
    const [, space, name, at] = path.split('/')
    const table = tableAt(viewer, space, name)
    list.replaceChildren(...contents(viewer, table))
    const page = await pageOf(viewer, { table, at, query: new URLSearchParams(query) }).catch(() => [
      element('p', { role: 'alert' }, say(viewer, 'broken')),
    ])
    // Another page was asked for while this one was being read.
    if (turn !== latest) return
    main.replaceChildren(...page)
    main.removeAttribute('aria-busy')
  }
  const open = () => {
    menu.open = roomy.matches
    void render().then(() => window.scrollTo(0, 0))
  }
  let typing: ReturnType<typeof setTimeout> | undefined
  search.addEventListener('input', () => {
    clearTimeout(typing)
    typing = setTimeout(() => {
      const words = search.value.trim()
      history.replaceState(
        null,
        '',
        words === '' ? '#/' : `#/?${new URLSearchParams({ search: words }).toString()}`,
      )
      open()
    }, TYPING_MS)
  })
  window.addEventListener('hashchange', () => {
    search.value = new URLSearchParams(location.hash.split('?')[1]).get('search') ?? ''
    open()
  })
  search.value = new URLSearchParams(location.hash.split('?')[1]).get('search') ?? ''
  open()
}

type Place = { table: ReturnType<typeof tableAt>; at: string | undefined; query: URLSearchParams }

function pageOf(viewer: Viewer, { table, at, query }: Place): Promise<HTMLElement[]> {
  const words = query.get('search')
  if (words !== null) return searchPage(viewer, words)
  if (!table) return Promise.resolve(overview(viewer))
  return at === undefined
    ? tablePage(viewer, table, Math.max(Number(query.get('from')) || 0, 0))
    : rowPage(viewer, table, Number(at))
}
