import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { unzip } from '#test/support/exports/unzip.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { PASSWORD, callApi, signIn, stageClient, stageCoach } from '../support/people.ts'
import { stageSession } from '../support/stage.ts'

/** Asks for the archive, waits for it, and unpacks it into a folder. */
async function takeAlong(page: Page, folder: string): Promise<string> {
  await page.getByRole('button', { name: 'Preparar mis datos' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Preparar una copia de tus datos?' })
  await dialog.getByLabel('Tu contraseña').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Preparar mis datos' }).click()
  await expect(page.getByText(/^Tu copia está lista: /)).toBeVisible()
  const fetched = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar', exact: true }).click()
  const download = await fetched
  expect(download.suggestedFilename()).toMatch(/^norte-datos-\d{4}-\d\d-\d\d\.zip$/)
  for (const [name, bytes] of await unzip(await readFile(await download.path()))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  return `file://${folder}/index.html`
}

// @spec P.337
test('a coach and a client take their data along and read them without a server', async ({
  person,
  server,
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'norte-archive-'))
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const markup = '<img src=x onerror="document.title=1">'
  const action = { clientId: client.clientId, text: `Escribir la carta ${markup}` }
  await callApi(server, 'POST', '/v1/action', { token: coach.token, body: action })
  await stageSession(server, coach, client, '2027-02-04T15:00:00.000Z', '2027-02-04T16:00:00.000Z')
  const reader = await browser.newContext({ offline: true, locale: 'es-MX' })
  try {
    const page = await reader.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))

    await test.step('the coach, with the whole practice', async () => {
      const coachPage = await person()
      await signIn(coachPage, coach.email, '/profile/account')
      await expect(coachPage.getByText(/^Toda tu práctica/)).toBeVisible()
      await page.goto(await takeAlong(coachPage, join(folder, 'coach')))
      await expect(page).toHaveTitle(new RegExp(`^Datos de ${coach.name}`))
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Clientes/ })
        .click()
      await page.getByRole('main').getByRole('link', { name: client.name }).click()
      await expect(page.getByRole('heading', { level: 1, name: client.name })).toBeVisible()
      // What anybody typed is text.
      await expect(page.getByRole('link', { name: action.text })).toBeVisible()
      await expectAccessible(page, 'the record of a client in an archive')
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible()
    })

    await test.step('is searched without accents, and printed without what is only for the screen', async () => {
      await page.getByRole('searchbox', { name: 'Buscar' }).fill('ESCRIBÍR carta')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resultados de «ESCRIBÍR carta»')
      await expect(page.getByRole('link', { name: action.text })).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('searchbox')).toBeHidden()
      await expect(page.getByRole('link', { name: action.text })).toBeVisible()
      await page.emulateMedia({ media: null })
    })

    await test.step('the client, with what they see', async () => {
      const clientPage = await person()
      await signIn(clientPage, client.email, '/profile/account')
      await page.goto(await takeAlong(clientPage, join(folder, 'client')))
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
        'Como cliente',
        'Mi cuenta',
      ])
      await page.setViewportSize({ width: 390, height: 844 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.getByText('Contenido', { exact: true }).click()
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Acciones/ })
        .click()
      await expect(page.getByRole('link', { name: action.text })).toBeVisible()
      await expectAccessible(page, 'the actions of a client in an archive')
      // What happened to a session is told there, as on its screen.
      await page.getByText('Contenido', { exact: true }).click()
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Sesiones 1/ })
        .click()
      await page.getByRole('main').getByRole('listitem').getByRole('link').click()
      await expect(page.getByRole('main').getByText(/^Historial de sesiones/)).toBeVisible()
      await page.getByRole('link', { name: 'Sesión agendada' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Sesión agendada' })).toBeVisible()
      await expect(page.getByRole('definition').filter({ hasText: coach.name })).toBeVisible()
    })
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
  } finally {
    await reader.close()
    await rm(folder, { recursive: true })
  }
})
