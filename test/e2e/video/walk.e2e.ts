import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../support/axe.ts'
import { ALLOWED, bookRoom, control, expectMoving, join, tile } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import { JOURNEY_NOW } from '../support/server.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 720 }
const later = (minutes: number) => toIso(addMinutes(fromIso(JOURNEY_NOW), minutes))
const isPhone = (page: Page) => page.viewportSize()?.width === PHONE.width
const drawer = (page: Page) => page.getByRole('complementary', { name: 'Trabajo de la sesión' })
const SHARED = 'Pedirá la reunión con dos ejemplos.'
const PRIVATE = 'Le cuesta hablar de su jefe.'
const QUESTIONS = [
  'Me sentí escuchado(a)',
  'Trabajamos lo que yo quería',
  'Me llevo algo claro',
  '¿Qué tanto avanzaste hoy?',
]
const work = (page: Page) => page.getByRole('button', { name: 'Agenda y notas', exact: true })

async function write(page: Page, { tab, note, text }: { tab: string; note: string; text: string }) {
  await drawer(page).getByRole('tab', { name: tab, exact: true }).click()
  await drawer(page).getByRole('textbox', { name: note, exact: true }).click()
  await page.keyboard.type(text)
  await expect(drawer(page).getByRole('status')).toHaveText('Guardado')
}

/** A screen of the walk is accessible and fits, on the desktop and on the phone. */
async function seen(page: Page, what: string): Promise<void> {
  const where = `${what} on a ${isPhone(page) ? 'phone' : 'desktop'}`
  await expectAccessible(page, where)
  await expectFits(page, where)
}

/** On a desktop the drawer is beside the call, on a phone a sheet below it; the controls are in reach of both. */
async function expectDrawerInPlace(page: Page): Promise<void> {
  const boxOf = async (part: Locator) => (await part.boundingBox())!
  const sheet = await boxOf(drawer(page))
  const people = await boxOf(page.getByRole('list', { name: 'Personas en la videollamada' }))
  const controls = await boxOf(page.getByRole('toolbar', { name: 'Controles de la videollamada' }))
  if (isPhone(page)) {
    expect(sheet.y).toBeGreaterThanOrEqual(people.y + people.height)
    expect(controls.y).toBeGreaterThanOrEqual(sheet.y + sheet.height)
    expect(sheet.width).toBe(people.width)
  } else {
    expect(sheet.x).toBeGreaterThanOrEqual(people.x + people.width)
    expect(sheet.x).toBeGreaterThanOrEqual(controls.x + controls.width)
  }
}

async function say(page: Page, text: string): Promise<void> {
  await drawer(page)
    .getByRole('textbox', { name: /mensaje/i })
    .click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

for (const { where, sizes } of [
  { where: 'the coach on a desktop and the client on a phone', sizes: [DESKTOP, PHONE] },
  { where: 'the coach on a phone and the client on a desktop', sizes: [PHONE, DESKTOP] },
] as const) {
  // @spec P.270
  test(`a session by video, from the reminder to the closing form, ${where} @long`, async ({
    person,
    server,
  }) => {
    const staged = await stageCoach(server)
    const client = await stageClient(server, staged)
    const { id } = await bookRoom(server, staged, { type: 'Client', clientId: client.clientId }, 60)
    const [hers, theirs] = [
      await person({ ...ALLOWED, viewport: sizes[0] }),
      await person({ ...ALLOWED, viewport: sizes[1] }),
    ]
    const both = [hers, theirs]
    await signIn(hers, staged.email, '/messages')
    await signIn(theirs, client.email, '/messages')

    await test.step('both are reminded ten minutes before, and join from what the reminder opens', async () => {
      await server.jumpTo(later(51))
      for (const page of both) {
        await page.clock.setSystemTime(later(51))
        await page.getByRole('button', { name: /^Notificaciones/ }).click()
        const reminder = page.getByRole('button', { name: 'Ver más: Sesión en 10 minutos' })
        await expect(reminder).toBeVisible()
        await seen(page, 'the reminder')
        await reminder.click()
        await expect(page).toHaveURL(new RegExp(`/dashboard\\?session=${id}$`))
        await page
          .getByRole('link', { name: /^Unirme/ })
          .first()
          .click()
        await expectMoving(page.getByRole('region', { name: 'Así te ven' }))
        await seen(page, 'the lobby')
        await join(page).click()
      }
      await expectMoving(tile(hers, 'Mariana'))
      await expectMoving(tile(theirs, 'Ana'))
    })

    await test.step('what is written beside the call is kept, and seen by whom it is for', async () => {
      await work(hers).click()
      await write(hers, { tab: 'Solo yo', note: 'Nota privada', text: PRIVATE })
      await write(hers, { tab: 'Mariana y yo', note: 'Nota para Mariana', text: SHARED })
      await seen(hers, 'the call with its drawer')
      await work(theirs).click()
      await drawer(theirs).getByRole('tab', { name: 'Notas', exact: true }).click()
      await expect(drawer(theirs).getByText(SHARED)).toBeVisible()
      await seen(theirs, 'the call with its drawer')
      for (const page of both) await expectDrawerInPlace(page)
      await expectMoving(tile(hers, 'Mariana'))
      await expectMoving(tile(theirs, 'Ana'))
    })

    await test.step('what one writes in the chat is counted for the other, who answers there', async () => {
      await drawer(theirs).getByRole('tab', { name: 'Chat', exact: true }).click()
      await say(theirs, '¿Me lo pasas por escrito?')
      await hers.getByRole('button', { name: 'Chat: 1 mensaje sin leer' }).click()
      await expect(drawer(hers).getByText('¿Me lo pasas por escrito?', { exact: true })).toBeVisible()
      await say(hers, 'Lo tienes en las notas.')
      await expect(drawer(theirs).getByText('Lo tienes en las notas.', { exact: true })).toBeVisible()
      for (const page of both) {
        await seen(page, 'the chat of the call')
        await drawer(page).getByRole('button', { name: 'Cerrar panel' }).click()
        await expect(drawer(page)).toHaveCount(0)
      }
    })

    await test.step('who leaves by mistake is back by one tap', async () => {
      await server.jumpTo(later(61))
      for (const page of both) await page.clock.setSystemTime(later(61))
      await control(theirs, 'Salir de la videollamada').click()
      await theirs.getByRole('link', { name: 'Volver a la sala' }).click()
      await join(theirs).click()
      await expectMoving(tile(theirs, 'Ana'))
      await expectMoving(tile(hers, 'Mariana'))
    })

    await test.step('the coach ends it for both, who are asked how it was', async () => {
      await control(hers, 'Salir de la videollamada').click()
      await hers.getByRole('menuitem', { name: 'Terminar para todos' }).click()
      for (const page of both) {
        await expect(page).toHaveURL(new RegExp(`/ending/${id}$`))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await seen(page, 'after the call')
      }
      for (const question of QUESTIONS) {
        await theirs.getByRole('radiogroup', { name: question }).getByRole('radio', { name: '9' }).check()
      }
      await theirs.getByRole('button', { name: 'Enviar' }).click()
      await expect(theirs.getByText('¡Gracias! Tu coach lo leerá.')).toBeVisible()
    })

    await test.step('the closing form knows who came, and what was written', async () => {
      await hers.getByRole('link', { name: 'Sí, se llevó a cabo' }).click()
      await expect(hers).toHaveURL(new RegExp(`/session/finished/${id}`))
      await expect(hers.getByRole('radio', { name: 'Asistió', exact: true })).toBeChecked()
      await seen(hers, 'the closing form after a call')
      const fields = [
        { name: 'Resumen para Mariana', text: SHARED },
        { name: 'Notas privadas', text: PRIVATE },
      ]
      const take = hers.getByRole('button', { name: 'Agregar tu nota de la sesión' })
      for (const _ of fields) await take.first().click()
      for (const { name, text } of fields) await expect(hers.getByLabel(name)).toHaveValue(text)
      await hers.getByRole('button', { name: 'Cerrar sesión de coaching' }).click()
      await expect(hers.getByText('Sesión cerrada. Mariana ya puede ver el resumen.')).toBeVisible()
      await seen(hers, 'the record of the call')
      await theirs.goto(`/session/view/${id}`)
      await expect(theirs.getByText(SHARED).first()).toBeVisible()
      await expect(theirs.getByText(PRIVATE)).toHaveCount(0)
      await seen(theirs, 'the record that the client reads')
    })
  })
}
