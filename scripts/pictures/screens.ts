// npm run screens: a picture of every screen of the demo, for every role, at both sizes and in both colour schemes,
// into screens/. Words restrict it, with bars between alternatives: `npm run screens -- 'coach-calendar|clients' dark`. `--language=en-US` shows the people who
// can choose a language in that one. --window shows what a window of that size shows first, not the whole page. With --pictures it writes the pictures of the README instead.
import { mkdir, rm } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { at } from '../setup/project.mjs'
import {
  LOOKS,
  type Look,
  errorsOf,
  openBrowser,
  openContext,
  openScreen,
  settled,
  signInOnce,
} from './browser.ts'
import { makePictures } from './for-readme.ts'
import type { Shot } from './shot.ts'
import { shotsOf } from './shots.ts'
import { openWorld, type Role } from './world.ts'

const ROLES: readonly Role[] = ['visitor', 'unpaid', 'coach', 'client']
const folder = at('screens')

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const asWindow = process.argv.includes('--window')
const world = await openWorld()
const browser = await openBrowser()
try {
  if (process.argv.includes('--pictures')) await makePictures(browser, world)
  else await everything()
} finally {
  await browser.close()
  await world.stop()
}

async function everything(): Promise<void> {
  if (words.length === 0) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const problems: string[] = []
  let made = 0
  for (const role of ROLES) {
    const wanted = LOOKS.map((look) => ({ look, shots: wantedShots(role, look) }))
    if (wanted.every(({ shots }) => shots.length === 0)) continue
    const state = await signInOnce(browser, world, role)
    for (const { look, shots } of wanted.filter(({ shots: some }) => some.length > 0)) {
      const context = await openContext(browser, world, look, state)
      for (const shot of shots) {
        const name = fileName(role, look, shot)
        const errors = await picture(context, role, shot, name)
        problems.push(...errors.map((error) => `${name}: ${error}`))
        made += 1
      }
      await context.close()
      console.log(`${role}, ${look.size}, ${look.scheme}: ${shots.length} pictures`)
    }
  }
  for (const problem of problems) console.error(problem)
  console.log(`${made} pictures in screens/, ${problems.length} problems`)
  if (problems.length > 0 || made === 0) process.exitCode = 1
}

function wantedShots(role: Role, look: Look): Shot[] {
  const shots = Object.values(shotsOf(role, world.ids)).flat()
  return shots.filter((shot) => {
    const name = fileName(role, look, shot)
    return (
      (shot.only ?? look.size) === look.size &&
      words.every((word) => word.split('|').some((part) => name.includes(part)))
    )
  })
}

function fileName(role: Role, { size, scheme }: Look, shot: Shot): string {
  return `${role}-${shot.name}.${size}.${scheme}.png`
}

/** One picture; returns the problems on the way. A screen that fails still leaves a picture of its last state. */
async function picture(context: BrowserContext, role: Role, shot: Shot, name: string): Promise<string[]> {
  const page = await context.newPage()
  const errors = errorsOf(page)
  try {
    await openScreen(page, shot.path)
    await shot.act?.(page)
    if (shot.act) await settled(page)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (wider > 0) errors.push(`${wider} px wider than the window`)
    if (role !== 'visitor' && !asWindow) await growToContent(page)
  } catch (error) {
    errors.push(error instanceof Error ? error.message : String(error))
  }
  await page.screenshot({
    path: at('screens', name),
    fullPage: !asWindow,
    animations: 'disabled',
    timeout: 60_000,
  })
  await page.close()
  return errors.filter((error) => !(shot.refused && /status of [45]\d\d/.test(error)))
}

/** Makes the window as high as the page, so that the frame around a screen (sidebar, bar) has its full height. */
async function growToContent(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!
  const needed = await page.evaluate(() => document.documentElement.scrollHeight)
  if (needed > height) await page.setViewportSize({ width, height: needed })
}
