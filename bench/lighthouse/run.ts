// npm run lighthouse: Lighthouse on the built product with the demo world, behind a proxy that speaks HTTP/2, signed in
// too; the median of several runs of each page beside its limits. Ends with 1 if one is beyond them. All runs are written to bench/results/lighthouse.
//
// - --runs=5
// - --only=signIn,dashboard,clients,calendar: only some of the pages
// - --form=mobile,desktop: only one of the two
// - --slowdown=4: how many times slower than this machine the phone is. On a slow machine 4 is a phone that nobody has: find
//   the number at which an older commit has the figures that were noted for it.
//
// Times are simulated from what the page did on this machine: they grow when it is busy. The benchmark says how fast it
// was; compare only runs with similar ones. How long the product takes to answer is measured before, without a browser.
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { paths } from '#web/paths.ts'
import { at } from '../../scripts/setup/project.mjs'
import { startDemo } from '../../scripts/pictures/world.ts'
import { verdict } from '../spread.ts'
import { openLighthouseBrowser } from './browser.ts'
import { type Figures, type Form, LIMITS, medians, missed } from './limits.ts'
import { measure } from './measure.ts'
import { responseTime } from './response-time.ts'
import { startProxy } from './tls-proxy.ts'

const PAGES = {
  signIn: { path: paths.home(), isSignedIn: false },
  dashboard: { path: paths.dashboard(), isSignedIn: true },
  clients: { path: paths.clients(), isSignedIn: true },
  calendar: { path: paths.calendar(), isSignedIn: true },
}
type PageName = keyof typeof PAGES

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: Object.keys(PAGES).join(',') },
    form: { type: 'string', default: Object.keys(LIMITS).join(',') },
    slowdown: { type: 'string' },
  },
})
const forms = options.form.split(',') as Form[]
const slowdown = options.slowdown === undefined ? undefined : Number(options.slowdown)
const wanted = options.only.split(',') as PageName[]
const folder = at('bench', 'results', 'lighthouse')

await mkdir(folder, { recursive: true })
let failed = false
const demo = await startDemo(new Date().toISOString())
try {
  const proxy = await startProxy(demo.url)
  try {
    await measureAll(proxy.url)
  } finally {
    await proxy.stop()
  }
} finally {
  await demo.stop()
}
process.exitCode = failed ? 1 : 0

async function measureAll(url: string): Promise<void> {
  const answersInMs = await responseTime(url)
  heading(answersInMs)
  for (const isSignedIn of [false, true]) {
    const names = wanted.filter((name) => PAGES[name].isSignedIn === isSignedIn)
    if (names.length === 0) continue
    const browser = await openLighthouseBrowser(url, isSignedIn ? demo.people.coach : undefined)
    try {
      for (const form of forms)
        for (const name of names) await page(url, name, form, browser.port, answersInMs)
    } finally {
      await browser.close()
    }
  }
}

async function page(
  url: string,
  name: PageName,
  form: Form,
  port: number,
  answersInMs: number,
): Promise<void> {
  const runs: Figures[] = []
  const { path, isSignedIn } = PAGES[name]
  for (let run = 1; run <= Number(options.runs); run += 1) {
    const { figures, report } = await measure(`${url}${path}`, {
      form,
      port,
      isSignedIn,
      slowdown,
      answersInMs,
    })
    await writeFile(`${folder}/${name}-${form}-${run}.json`, JSON.stringify(report))
    runs.push(figures)
  }
  const found = medians(runs)
  const beyond = missed(form, found)
  if (beyond.length > 0) failed = true
  await writeFile(`${folder}/${name}-${form}.json`, JSON.stringify({ medians: found, runs }, null, 2))
  line(`${name}, ${form}`, found, beyond)
}

function heading(answersInMs: number): void {
  console.log(
    `Lighthouse, median of ${options.runs}; load of this machine ${loadavg()[0]!.toFixed(1)}; ` +
      `the product answers in ${answersInMs.toFixed(1)} ms`,
  )
  for (const form of forms) {
    const limits = Object.entries(LIMITS[form]).map(
      ([name, { at: side, value }]) => `${name} ${side === 'least' ? '≥' : '≤'} ${value}`,
    )
    console.log(`  ${form}: ${limits.join(', ')}`)
  }
  console.log(
    `\n${'page'.padEnd(20)} performance accessibility  practices  SEO   LCP ms  TBT ms    CLS  benchmark`,
  )
}

function line(label: string, figures: Figures, beyond: readonly (keyof Figures)[]): void {
  const { performance, accessibility, bestPractices, seo, lcpMs, tbtMs, cls, benchmark } = figures
  const columns: [number, number, number][] = [
    [performance, 0, 11],
    [accessibility, 0, 13],
    [bestPractices, 0, 10],
    [seo, 0, 4],
    [lcpMs, 0, 8],
    [tbtMs, 0, 7],
    [cls, 3, 6],
    [benchmark, 0, 10],
  ]
  const shown = columns.map(([value, digits, width]) => value.toFixed(digits).padStart(width)).join(' ')
  console.log(`${label.padEnd(20)} ${shown}  ${verdict(beyond.length === 0)} ${beyond.join(' ')}`)
}
