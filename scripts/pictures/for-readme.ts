// The pictures of the README, small enough for the repository.
import { mkdir, stat } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { at } from '../setup/project.mjs'
import { type Look, errorsOf, openContext, openScreen, say, signInOnce } from './browser.ts'
import { chooseSlot } from './shots.ts'
import type { Role, World } from './world.ts'

const MOST_BYTES = 500_000
/** Large windows are scaled down. */
const SCALE = 0.75

type Picture = {
  file: string
  role: Role
  size: Look['size']
  /** The visible part of the window. */
  width: number
  height: number
  path: (world: World) => string
  act?: (page: Page) => Promise<void>
}

const PICTURES: Picture[] = [
  {
    file: 'dashboard.png',
    role: 'coach',
    size: '1440',
    width: 1180,
    height: 760,
    path: () => paths.dashboard(),
  },
  {
    file: 'calendar.png',
    role: 'coach',
    size: '1440',
    width: 1180,
    height: 760,
    path: () => paths.calendar(),
  },
  {
    file: 'session-new-phone.png',
    role: 'client',
    size: '390',
    width: 390,
    height: 844,
    path: () => paths.sessionNew(),
    act: chooseSlot,
  },
  {
    file: 'finished.png',
    role: 'coach',
    size: '1440',
    width: 1180,
    height: 760,
    path: ({ ids }) => paths.sessionFinished({ sessionId: ids.toClose }),
    act: writeClosing,
  },
]

/** Writes them to docs/pictures. @throws Error if they are too large for the repository */
export async function makePictures(browser: Browser, world: World): Promise<void> {
  const folder = at('docs', 'pictures')
  await mkdir(folder, { recursive: true })
  let bytes = 0
  for (const { file, role, size, width, height, path, act } of PICTURES) {
    const state = await signInOnce(browser, world, role)
    const context = await openContext(
      browser,
      world,
      { size, scheme: 'light', scale: size === '1440' ? SCALE : 1 },
      state,
    )
    const page = await context.newPage()
    const errors = errorsOf(page)
    await page.setViewportSize({ width, height })
    await openScreen(page, path(world))
    await act?.(page)
    await page.screenshot({ path: `${folder}/${file}`, animations: 'disabled' })
    await context.close()
    if (errors.length > 0) throw new Error(`${file}: ${errors.join('\n')}`)
    bytes += (await stat(`${folder}/${file}`)).size
  }
  console.log(`${PICTURES.length} pictures in docs/pictures, ${Math.round(bytes / 1000)} KB`)
  if (bytes > MOST_BYTES) throw new Error(`That is more than ${MOST_BYTES / 1000} KB`)
}

async function writeClosing(page: Page): Promise<void> {
  const name = 'Valeria'
  await page
    .getByLabel(say('sessions:closing.summary', { name }))
    .fill('Dijiste que no tres veces y no pasó nada malo.\n\nLa próxima semana lo harás también en casa.')
  await page
    .getByLabel(say('sessions:closing.private'))
    .fill('Llegó de buen humor. Preguntar por su hermana.')
}
