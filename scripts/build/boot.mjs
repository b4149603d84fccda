/**
 * The first script of the page. Before the first paint it sets the person's colour scheme, and it starts what the bundle
 * would only start once it runs: the downloads of the opened page's chunks and texts, and the reads that fill it.
 * It runs in the browser as its own text: only its parameters are available there, nothing of this file.
 */
export function boot(plan, keys) {
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
  // What comes once the screen is quiet, for web/widgets/late/late-files.ts.
  globalThis.lateFiles = {}
  for (const source in plan.late) {
    globalThis.lateFiles[source] = plan.late[source].map((number) => plan.files[number])
  }
  // Who is signed in as what; an expired sign-in only makes this a guess that was wrong.
  const { token, userId } = read(keys.session) ?? {}
  const userType = root?.session?.userType ?? 'client'
  const isUnpaid = userType === 'coach' && !root.session.payment
  const arriving = !token ? 'visitor' : isUnpaid ? 'unpaidCoach' : userType
  const isFor = (screen) =>
    screen.for === 'anyone' || screen.for === arriving || (screen.for === 'signedIn' && arriving === userType)
  const opened = plan.screens.find(
    (screen) => isFor(screen) && new RegExp(screen.at, 'i').test(location.pathname),
  )
  code(opened.code.map((number) => plan.files[number]))
  texts(...opened.texts)

  // Taken by web/api/early-answers.ts; a refusal or failure is that of the call that takes it.
  if (!token) return
  const answers = {}
  const ask = (path) => {
    const headers = {
      'accept': 'application/json',
      'x-language': languages.at(-1),
      'authorization': `Bearer ${token}`,
    }
    answers[path] = fetch(path, { headers, signal: AbortSignal.timeout(30_000) })
    answers[path].catch(() => undefined)
  }
  const routes = opened.asks
    .filter((route) => !route.includes(':me') || userId)
    .filter((route) => !route.includes('/coach/') || arriving === 'coach')
    .filter((route) => !route.includes('?') || location.search === '')
    .map((route) => route.replace('GET ', '').replace(':me', userId))
  const isDated = (route) => route.includes('@')
  for (const route of routes) if (!isDated(route)) ask(route)
  globalThis.earlyAnswers = { token, answers }

  // A browser loads its dates with the first format, which takes tens of milliseconds: better now, while files are
  // awaited, than when they have come, and not before they have been asked for.
  const { timezone: timeZone } = root?.session?.user ?? {}
  const isNarrow = !matchMedia('(min-width: 62em)').matches
  setTimeout(() => {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' }
    let clock
    try {
      clock = new Intl.DateTimeFormat('en-US', { ...fields, timeZone, hourCycle: 'h23' })
    } catch {
      // A zone that is newer than this browser: the screen knows what to do.
      return
    }
    if (!isNarrow || !timeZone || globalThis.earlyAnswers?.answers !== answers) return
    // What the clocks show at an instant, as if they were in UTC.
    const shown = (instant) => {
      const { year, month, day, hour, minute } = Object.fromEntries(
        clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
      )
      return Date.UTC(year, month - 1, day, hour, minute)
    }
    // Where midnight is skipped on a day, this is a wrong guess, and the screen asks for itself.
    const startOfDay = (from, days) => {
      const today = new Date(shown(Date.now()))
      const back = from === 'week' ? today.getUTCDay() : 0
      const wanted = today.setUTCHours(0, 0, 0, 0) + (days - back) * 86_400_000
      const near = wanted - (shown(wanted) - wanted)
      return encodeURIComponent(new Date(wanted - (shown(near) - near)).toISOString())
    }
    for (const route of routes.filter(isDated)) {
      ask(route.replace(/@(week|today)([+-]\d+)?/g, (_, from, days = '0') => startOfDay(from, Number(days))))
    }
  }, 0)
}
