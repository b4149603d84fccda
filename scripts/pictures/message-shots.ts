// Messages as the coach sees them, and as a client does.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { pdf } from '#test/support/resources/files.ts'
import { paths } from '#web/paths.ts'
import { say, saying, settled } from './browser.ts'
import { type Shots, button, opener } from './shot.ts'
import type { Ids } from './world.ts'

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

type Pictured = Record<'messages', Shots>

/** The conversations of a coach. */
export function coachMessages({
  clientId,
  clientToken,
  groupId,
  finishedClientId,
  notInvitedClientId,
  otherClientId,
}: Ids): Pictured & Record<'messagesOf', Shots> {
  const thread = paths.messagesOf({ type: 'Client', itemId: clientId })
  const other = paths.messagesOf({ type: 'Client', itemId: otherClientId })
  const group = paths.messagesOf({ type: 'Group', itemId: groupId })
  return {
    messages: [
      { name: 'messages', path: paths.messages() },
      { name: 'messages-new', path: paths.messages(), act: opener('messages:list.new') },
      { name: 'messages-found', path: paths.messages(), act: findEverywhere },
    ],
    messagesOf: [
      { name: 'messages-thread', path: thread },
      { name: 'messages-menu', path: thread, act: openMenu },
      { name: 'messages-emoji', path: thread, act: openEmoji },
      { name: 'messages-search', path: thread, act: findInRoom },
      { name: 'messages-to-action', path: thread, act: toAction },
      { name: 'messages-answer', path: thread, act: answer },
      { name: 'messages-live', path: thread, act: typeAs(clientToken, clientId) },
      { name: 'messages-group', path: group },
      { name: 'messages-readers', path: group, act: openReaders },
      { name: 'messages-files', path: other, act: showFiles },
      {
        name: 'messages-picture',
        path: other,
        act: async (page) => {
          await showFiles(page)
          await page
            .getByRole('article')
            .getByRole('button', { name: saying('messages:files.show') })
            .first()
            .click()
          await page.getByRole('dialog').getByRole('img', { name: PHOTO }).waitFor()
        },
      },
      { name: 'messages-unsent', path: other, act: failToSend, refused: true },
      { name: 'messages-attaching', path: other, act: attachAll, refused: true },
      { name: 'messages-ended', path: paths.messagesOf({ type: 'Client', itemId: finishedClientId }) },
      { name: 'messages-empty', path: paths.messagesOf({ type: 'Client', itemId: notInvitedClientId }) },
      {
        name: 'messages-gone',
        path: paths.messagesOf({ type: 'Client', itemId: UNKNOWN_ID }),
        refused: true,
      },
    ],
  }
}

/** Those of a client. */
export function clientMessages({ clientId, groupId }: Ids): Pictured {
  return {
    messages: [
      { name: 'messages', path: paths.messages() },
      { name: 'messages-thread', path: paths.messages({ room: clientId }) },
      { name: 'messages-group', path: paths.messages({ room: groupId }) },
    ],
  }
}

async function openEmoji(page: Page): Promise<void> {
  await page.getByRole('button', { name: say('messages:compose.emoji') }).click()
  await page.getByRole('gridcell').first().waitFor()
}

async function openMenu(page: Page, message = page.getByRole('article').last()): Promise<void> {
  await message.hover()
  await message.getByRole('button', { name: say('messages:message.menu') }).click()
}

async function toAction(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name: say('messages:menu.toAction') }).click()
  await page.getByRole('dialog').waitFor()
}

async function answer(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name: say('messages:menu.answer') }).click()
  await page.getByRole('button', { name: say('messages:compose.stop') }).waitFor()
  await forgetWritten(page)
}

/** Of a message that the coach wrote. */
async function openReaders(page: Page): Promise<void> {
  await openMenu(page, page.getByRole('article').and(page.locator('[data-own]')).last())
  await page.getByRole('menuitem', { name: say('messages:menu.readers') }).click()
  await page.getByRole('dialog').waitFor()
}

async function findInRoom(page: Page): Promise<void> {
  await button('messages:search.open')(page)
  await page.getByRole('search').getByRole('searchbox').fill('reporte')
  await page.getByRole('search').getByRole('listitem').first().waitFor()
}

async function findEverywhere(page: Page): Promise<void> {
  await page.getByRole('searchbox').first().fill('lunes')
  await page
    .getByRole('region', { name: say('messages:search.messages') })
    .getByRole('listitem')
    .first()
    .waitFor()
}

type Chosen = { name: string; mimeType: string; buffer: Buffer }

/** A photo, as people take one of what they wrote. */
async function photo(): Promise<Chosen> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><defs><linearGradient id="g" x2="1" y2="1">
<stop stop-color="#2f6fed"/><stop offset="1" stop-color="#f2b134"/></linearGradient></defs>
<rect width="1200" height="800" fill="url(#g)"/><circle cx="860" cy="250" r="120" fill="#fff" opacity=".7"/></svg>`
  const buffer = await sharp(Buffer.from(drawn)).png().toBuffer()
  return { name: PHOTO, mimeType: 'image/png', buffer }
}

const PHOTO = 'Pizarrón de la junta.png'
const agreed: Chosen = {
  name: 'Acuerdos del equipo para las juntas de quince minutos, versión final.pdf',
  mimeType: 'application/pdf',
  buffer: pdf('Acuerdos'),
}
const table: Chosen = { name: 'Horarios.csv', mimeType: 'text/csv', buffer: Buffer.from('lunes;9:30') }
const film: Chosen = { name: 'Grabación.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(2_000_000) }

async function attach(page: Page, ...chosen: Chosen[]): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  await button('messages:files.add')(page)
  await (await asked).setFiles(chosen)
}

const attached = (page: Page) =>
  page.getByRole('list', { name: say('messages:files.attached') }).getByRole('listitem')

/** A message with files. The first look sends it; the others find it. */
async function showFiles(page: Page): Promise<void> {
  const picture = page.getByRole('article').getByRole('img', { name: PHOTO })
  if ((await picture.count()) === 0) {
    await attach(page, await photo(), agreed)
    await page.getByRole('textbox', { name: say('messages:compose.label') }).fill('Así quedó en el pizarrón.')
    const send = page.getByRole('button', { name: say('messages:compose.send') })
    await page.waitForFunction((label) => {
      const found = document.querySelector(`button[aria-label="${label}"]`)
      return found instanceof HTMLButtonElement && !found.disabled
    }, say('messages:compose.send'))
    await send.click()
  }
  await picture.first().waitFor()
  await settled(page)
}

/** Files that have arrived, one on its way, and one that is refused. What is kept of them is taken away again. */
async function attachAll(page: Page): Promise<void> {
  const gone = (key: string) => page.getByText(saying(key)).waitFor({ state: 'detached' })
  await attach(page, await photo(), agreed)
  await attached(page).nth(1).waitFor()
  for (const key of ['messages:files.sending', 'messages:files.checking']) await gone(key)
  await attach(page, table)
  await page.getByText(say('messages:files.removeRefused')).waitFor()
  // No answer comes to what is sent of the last one.
  await page.route('**/v1/resource/upload/**', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
  })
  await attach(page, film)
  await attached(page).nth(3).waitFor()
  await page.getByRole('textbox', { name: say('messages:compose.label') }).fill('Así quedó en el pizarrón.')
  await forgetWritten(page)
}

/** One message that was refused, with the reason, and one that waits for the line. */
async function failToSend(page: Page): Promise<void> {
  const isPost = /\/v1\/message\/[\w-]+$/
  await page.route(isPost, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const { text } = route.request().postDataJSON() as { text: string }
    const code = text.startsWith('Una') ? 'message.reply_not_found' : 'server.unavailable'
    await route.fulfill({
      status: code === 'server.unavailable' ? 503 : 409,
      json: { error: say(`errors:${code}`), code, requestId: randomUUID() },
    })
  })
  const field = page.getByRole('textbox', { name: say('messages:compose.label') })
  const failed = page.getByRole('button', { name: say('messages:message.failed') })
  for (const [at, text] of [
    'Una cosa más sobre lo que me contaste.',
    'Llego diez minutos tarde.',
  ].entries()) {
    await field.fill(text)
    await button('messages:compose.send')(page)
    await failed.nth(at).waitFor()
  }
  await forgetWritten(page)
}

/** What was written is not kept for the pages after this one. */
async function forgetWritten(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys({ ...localStorage }))
      if (/message\.|composing\./.test(key)) localStorage.removeItem(key)
  })
}

/** The client is there and writes: by a socket of theirs, in the protocol of the server's. */
const typeAs = (token: string, roomId: string) => async (page: Page) => {
  await page.evaluate(
    ([auth, typing]) => {
      const socket = new WebSocket(
        `${location.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      )
      socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
        if (data.startsWith('0')) socket.send(`40${auth}`)
        if (data === '2') socket.send('3')
        // Joined: it says so again and again, as long as the page is there.
        if (data.startsWith('40')) setInterval(() => socket.send(`42${typing}`), 2_000)
      })
    },
    [JSON.stringify({ token }), JSON.stringify(['TYPING', { roomId }])] as const,
  )
  await page.getByText(saying('messages:typing.one')).waitFor()
}
