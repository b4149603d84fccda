import type { Page } from '@playwright/test'
import { picture } from '#test/support/pictures.ts'
import { pdf } from '#test/support/resources/files.ts'
import { expect, test } from '../support/fixtures.ts'
import { callApi, signIn, stageClient, stageCoach } from '../support/people.ts'
import { field, messages } from './thread-page.ts'

const lastMessage = (page: Page) => messages(page).last()
const attach = async (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) => {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Adjuntar archivos' }).click()
  await (await chosen).setFiles(files)
}

// @spec P.170, P.173, P.175
test('a coach sends a photo and a PDF; the client sees who is there, opens them, and finds an old message @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const address = `/v1/message/${client.clientId}`
  const write = (text: string) =>
    callApi(server, 'POST', address, {
      token: client.token,
      body: { text, clientKey: crypto.randomUUID() },
    })
  await write('Acordamos delegar el reporte de ventas')
  for (let n = 1; n <= 25; n += 1) await write(`Mensaje ${n}`)
  const [hers, theirs] = [await person(), await person()]
  await signIn(hers, coach.email, `/messages/Client/${client.clientId}`)
  await signIn(theirs, client.email, '/messages')

  await test.step('each sees that the other is there, and that they are typing', async () => {
    for (const page of [hers, theirs]) await expect(page.getByText('En línea')).toBeVisible()
    // Only the thread scrolls: a page that does moves when somebody begins to write.
    for (const page of [hers, theirs]) {
      expect(
        await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
      ).toBeLessThanOrEqual(0)
    }
    await field(hers).pressSequentially('Te mando')
    await expect(theirs.getByText('Ana está escribiendo…')).toBeVisible()
  })

  await test.step('a file that cannot be sent says why, and is removed', async () => {
    await attach(hers, [{ name: 'pagina.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') }])
    await expect(hers.getByText(/No podemos recibir|Usa un PDF|no coincide/)).toBeVisible()
    const advice = hers.getByText('Para enviar el mensaje, quita el archivo que no se pudo subir.')
    await expect(advice).toBeVisible()
    await hers.getByRole('button', { name: 'Quitar pagina.pdf' }).click()
    await expect(advice).toHaveCount(0)
  })

  await test.step('the photo and the PDF go with the words', async () => {
    const photo = await picture('png', { width: 900, height: 600 })
    await attach(hers, [
      { name: 'pizarron.png', mimeType: 'image/png', buffer: photo },
      { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: pdf('Plan') },
    ])
    const attached = hers.getByRole('list', { name: 'Archivos del mensaje' })
    for (const name of ['pizarron.png', 'Plan.pdf']) {
      await expect(attached.getByRole('button', { name: `Quitar ${name}` })).toBeVisible()
    }
    await hers.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(attached).toHaveCount(0)
    const arrived = lastMessage(theirs)
    await expect(arrived).toContainText('Te mando')
    const shown = arrived.getByRole('img', { name: 'pizarron.png' })
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBe(900)
    // The sender has stopped typing.
    await expect(theirs.getByText('Ana está escribiendo…')).toHaveCount(0)
  })

  await test.step('the client opens both', async () => {
    const arrived = lastMessage(theirs)
    await arrived.getByRole('button', { name: 'Ver pizarron.png' }).click()
    const viewer = theirs.getByRole('dialog', { name: 'pizarron.png' })
    await expect(viewer.getByRole('img', { name: 'pizarron.png' })).toBeVisible()
    await expect(viewer.getByRole('link', { name: 'Descargar' })).toHaveAttribute('download', 'pizarron.png')
    await theirs.keyboard.press('Escape')
    await arrived.getByRole('button', { name: 'Ver Plan.pdf' }).click()
    await expect(theirs.getByRole('img', { name: 'Página 1' })).toBeVisible()
    await theirs.keyboard.press('Escape')
  })

  await test.step('a search leads to an old message', async () => {
    await theirs.getByRole('button', { name: 'Buscar en la conversación' }).click()
    const search = theirs.getByRole('search')
    await search.getByRole('searchbox', { name: 'Buscar mensajes' }).fill('deleg reporte')
    await expect(search.getByText('1 mensaje', { exact: true })).toBeVisible()
    await search.getByRole('button', { name: /delegar/ }).click()
    await expect(
      theirs.getByRole('article').filter({ hasText: 'Acordamos delegar el reporte' }),
    ).toBeInViewport()
    await expect(search).toHaveCount(0)
  })

  await test.step('the coach finds the file by its name from the list of conversations', async () => {
    await hers.getByRole('searchbox', { name: 'Buscar nombre o mensaje' }).fill('pizarr')
    await hers
      .getByRole('region', { name: 'Mensajes', exact: true })
      .getByRole('button', { name: /Te mando|pizarron/ })
      .click()
    await expect(lastMessage(hers)).toBeInViewport()
  })
})
