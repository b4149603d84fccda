import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { PASSWORD, callApi, signIn, stageClient, stageCoach } from '../support/people.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { pdf } from '#test/support/resources/files.ts'

// @spec P.358
test('a coach takes a practice along and reads it back into a new account: client, note, message and file', async ({
  person,
  server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'norte-import-'))
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const note = {
    id: crypto.randomUUID(),
    clientId: client.clientId,
    title: 'Primera impresión',
    body: textSaying('Llega con calma.'),
  }
  await callApi(server, 'POST', '/v1/note', { token: coach.token, body: note })
  const message = { text: 'Hoy respiré antes de contestar.', clientKey: crypto.randomUUID() }
  await callApi(server, 'POST', `/v1/message/${client.clientId}`, { token: client.token, body: message })
  const zip = join(folder, 'norte.zip')
  try {
    await test.step('the practice is downloaded, with a file in its library', async () => {
      const page = await person()
      await signIn(page, coach.email, '/resource/new/file')
      await page.locator('input[type=file]').setInputFiles({
        name: 'Plan de calma.pdf',
        mimeType: 'application/pdf',
        buffer: pdf('Plan de calma'),
      })
      await expect(page.getByText('Plan de calma.pdf')).toBeVisible()
      await page.getByLabel(/^Título/).fill('Plan de calma')
      await page
        .getByRole('button', { name: /^Publicar|^Guardar/ })
        .first()
        .click()
      await expect(page.getByRole('heading', { name: 'Plan de calma' }).first()).toBeVisible()
      await page.goto(`${server.url}/profile/account`)
      await page.getByRole('button', { name: 'Preparar mis datos' }).click()
      const dialog = page.getByRole('dialog', { name: '¿Preparar una copia de tus datos?' })
      await dialog.getByLabel('Tu contraseña').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Preparar mis datos' }).click()
      await expect(page.getByText(/^Tu copia está lista: /)).toBeVisible()
      await expect(page.getByText(/^Solo se puede importar en una práctica vacía/)).toBeVisible()
      const fetched = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Descargar', exact: true }).click()
      await (await fetched).saveAs(zip)
    })

    await test.step('and read into the empty practice of another coach', async () => {
      const other = await stageCoach(server)
      const page = await person()
      await page.setViewportSize({ width: 390, height: 844 })
      await signIn(page, other.email, '/clients')
      await page.getByRole('link', { name: 'Importar una práctica' }).click()
      await expect(page.getByRole('heading', { name: 'Importar una práctica' })).toBeVisible()
      await page.getByLabel('Elegir archivo ZIP').setInputFiles(zip)
      const dialog = page.getByRole('dialog', { name: '¿Importar esta práctica?' })
      await dialog.getByLabel('Tu contraseña').fill(PASSWORD)
      await expectAccessible(page, 'the dialog of importing a practice')
      await dialog.getByRole('button', { name: 'Importar' }).click()
      await expect(page.getByText('Tu práctica ya está aquí.')).toBeVisible()
      await expect(page.getByText('1 cliente · 0 sesiones · 1 mensaje · 1 archivo')).toBeVisible()
      await expectAccessible(page, 'a practice that was imported')
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('link', { name: 'Ver mis clientes' }).click()
      await page.getByRole('main').getByRole('link', { name: client.name }).first().click()
      await expect(page.getByRole('heading', { name: client.name }).first()).toBeVisible()
      await page
        .getByRole('tab', { name: 'Notas' })
        .or(page.getByRole('link', { name: 'Notas' }))
        .first()
        .click()
      await expect(page.getByText('Primera impresión')).toBeVisible()
      await page.goto(`${server.url}/messages`)
      await page.getByRole('main').getByRole('link', { name: client.name }).first().click()
      await expect(page.getByText(message.text).last()).toBeVisible()
      await page.goto(`${server.url}/resources`)
      await page.getByRole('link', { name: 'Plan de calma' }).first().click()
      await expect(page.getByText('Plan de calma.pdf')).toBeVisible()
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
