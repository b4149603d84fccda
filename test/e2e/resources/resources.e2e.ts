import { pdf } from '#test/support/resources/files.ts'
import { expect, test } from '../support/fixtures.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'

/** A PDF of some parts: what follows its end is a comment of zeros. */
function longPdf(bytes: number): Buffer {
  const page = pdf('Rueda de la vida')
  return Buffer.concat([page.subarray(0, 9), Buffer.alloc(bytes, '%\n'), page.subarray(9)])
}

// @spec 2.38, P.106, P.107, P.109, P.111, P.112
test('a coach uploads over a line that breaks and gives it; the client opens and completes it, seen live', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const mariana = await stageClient(server, staged)
  const coach = await person()
  const client = await person()
  await signIn(coach, staged.email)
  await signIn(client, mariana.email)
  await client.goto('/resources')
  await expect(client.getByText('Todavía no tienes recursos')).toBeVisible()

  await test.step('the upload is cut in the middle, says so and goes on where it was', async () => {
    await coach.getByRole('link', { name: 'Recursos' }).first().click()
    await expect(coach.getByText('Tu biblioteca está vacía')).toBeVisible()
    await coach.getByRole('link', { name: 'Nuevo recurso' }).first().click()
    const offsets: string[] = []
    await coach.route('**/v1/resource/upload/*', async (route) => {
      const offset = route.request().headers()['upload-offset']
      const isSecond = offset !== undefined && offsets.push(offset) === 2
      if (isSecond) await coach.context().setOffline(true)
      await route.continue()
    })
    await coach.locator('input[type=file]').setInputFiles({
      name: 'Rueda de la vida.pdf',
      mimeType: 'application/pdf',
      buffer: longPdf(2_600_000),
    })
    await expect(coach.getByText(/Se perdió la conexión en \d+ %/)).toBeVisible()
    await expect(coach.getByRole('button', { name: 'Publicar' })).toBeDisabled()
    await expect(coach.getByRole('button', { name: 'Continuar' })).toBeVisible()
    await coach.context().setOffline(false)
    await expect(coach.getByRole('button', { name: 'Cambiar', exact: true })).toBeVisible()
    // What had arrived was not sent again.
    expect(offsets.filter((offset) => offset === '0')).toEqual(['0'])
    expect(offsets.at(-1)).toBe('2097152')
    await expect(coach.getByRole('textbox', { name: /^Título/ })).toHaveValue('Rueda de la vida')
    await coach.getByRole('button', { name: 'Publicar' }).click()
    await expect(coach.getByRole('heading', { level: 1, name: 'Rueda de la vida' })).toBeVisible()
  })

  await test.step('given to the client, it appears on their open screen', async () => {
    await coach.getByRole('button', { name: 'Asignar' }).click()
    const dialog = coach.getByRole('dialog', { name: 'Asignar recurso' })
    await dialog.getByRole('combobox', { name: 'Personas' }).fill('mariana')
    await coach.getByRole('option', { name: /Mariana/ }).click()
    await dialog.getByLabel('Mensaje').fill('Para el martes.')
    await dialog.getByRole('button', { name: 'Asignar' }).click()
    await expect(dialog).toBeHidden()
    await expect(coach.getByText('Por revisar')).toBeVisible()
    await expect(client.getByRole('link', { name: 'Rueda de la vida' })).toBeVisible()
    await expect(client.getByText('Por revisar 1')).toBeVisible()
  })

  await test.step('opening and completing it shows at the coach’s', async () => {
    await client.getByRole('link', { name: 'Rueda de la vida' }).click()
    await expect(client.getByText('Para el martes.')).toBeVisible()
    await expect(coach.getByText('Visto', { exact: true })).toBeVisible()
    await client.getByRole('button', { name: 'Ver el PDF' }).click()
    await expect(client.getByRole('img', { name: 'Página 1' })).toHaveAttribute('data-drawn', 'yes')
    await expect(client.getByRole('link', { name: 'Descargar' })).toHaveAttribute('href', /as=attachment/)
    await client.getByRole('button', { name: 'Marcar como completado' }).click()
    await expect(client.getByRole('button', { name: 'Marcar como no completado' })).toBeVisible()
    await expect(coach.getByText('Completado', { exact: true })).toBeVisible()
  })

  await test.step('taken back, it is gone from the client; undone, it is there again', async () => {
    await coach.getByRole('button', { name: /^Quitar a Mariana/ }).click()
    await expect(coach.getByText('Todavía no lo tiene nadie.')).toBeVisible()
    await coach.getByRole('button', { name: 'Deshacer' }).click()
    await expect(coach.getByText('Completado', { exact: true })).toBeVisible()
  })
})
