// A browser that Lighthouse can use: its pages share one storage, so that it stays signed in.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { signInByForm } from '../../scripts/pictures/browser.ts'
import { LANGUAGE } from '../../scripts/pictures/language.ts'
import type { SignIn } from '../../scripts/pictures/world.ts'
import { chromiumArgs, findChromium } from '../../scripts/setup/chromium.mjs'

/** Opens one, for a visitor or signed in; `port` is where Lighthouse finds it. */
export async function openLighthouseBrowser(url: string, person?: SignIn) {
  const profile = await mkdtemp(join(tmpdir(), 'norte-lighthouse-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    // The proxy's certificate is signed by nobody.
    args: [...chromiumArgs(), '--remote-debugging-port=0', '--ignore-certificate-errors'],
    ignoreHTTPSErrors: true,
    locale: LANGUAGE,
    // The zone of the demo's people: in another one the page would ask about it. Lighthouse opens its own pages, so
    // that settings of Playwright's do not reach them.
    env: { ...process.env, TZ: 'America/Mexico_City' },
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(url)
  if (person) await signInByForm(page, person)
  // Its timers and requests would count in the runs.
  await page.goto('about:blank')
  const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
  return {
    port: Number(port),
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
