// One run of Lighthouse in a browser that is already open and, where needed, signed in.
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { Figures, Form } from './limits.ts'

type Result = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}
type Lighthouse = (url: string, flags: object, config?: object) => Promise<{ lhr: Result } | undefined>

// Installed apart from the other packages (see scripts/setup/install.mjs), where the types of the project do not look.
const home = join(import.meta.dirname, 'packages', 'node_modules', 'lighthouse', 'core')
const load = async (file: string): Promise<{ default: unknown }> =>
  (await import(pathToFileURL(join(home, file)).href)) as { default: unknown }

const { default: lighthouse } = (await load('index.js')) as { default: Lighthouse }
const { default: desktop } = (await load('config/desktop-config.js')) as { default: object }
const { throttling } = (await load('config/constants.js')) as unknown as {
  throttling: { mobileSlow4G: object }
}

/** A signed-in page may keep search engines out. */
const NOT_FOR_SIGNED_IN = ['is-crawlable']

type Options = {
  form: Form
  port: number
  isSignedIn: boolean
  /** How many times slower than this machine the simulated phone is; Lighthouse takes 4. */
  slowdown?: number | undefined
  /** How long the product takes to answer, in ms (see response-time.ts). */
  answersInMs: number
}

/** What Lighthouse finds on the page at `url`, and its whole report. */
export async function measure(
  url: string,
  { form, port, isSignedIn, slowdown, answersInMs }: Options,
): Promise<{ figures: Figures; report: object }> {
  const flags = {
    port,
    output: 'json',
    logLevel: 'error',
    precomputedLanternData: {
      additionalRttByOrigin: {},
      serverResponseTimeByOrigin: { [new URL(url).origin]: answersInMs },
    },
    ...(isSignedIn && { skipAudits: NOT_FOR_SIGNED_IN }),
    ...(form === 'mobile' &&
      slowdown && { throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown } }),
  }
  const { lhr } = (await lighthouse(url, flags, form === 'desktop' ? desktop : undefined)) ?? {}
  if (!lhr) throw new Error(`Lighthouse found nothing at ${url}`)
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  return { figures: figuresOf(lhr), report: lhr }
}

function figuresOf({ categories, audits, environment }: Result): Figures {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => {
    const found = audits[name]?.numericValue
    if (found === undefined) throw new Error(`Lighthouse did not measure ${name}`)
    return found
  }
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    benchmark: environment.benchmarkIndex,
  }
}
