import { pdf } from '#test/support/resources/files.ts'
import { FROM_DOCS } from '#test/support/rich-text/pasted.ts'
import { expect, test } from '../support/fixtures.ts'
import { paste } from '../support/keyboard.ts'
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
    await expect(coach.getByText('Sin abrir')).toBeVisible()
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

// @spec P.150
test('a coach writes a text with its formats; the client reads it, and what is changed, without the editor @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const mariana = await stageClient(server, staged)
  const coach = await person()
  await signIn(coach, staged.email, '/resource/new/text')
  const text = coach.getByRole('textbox', { name: 'Texto', exact: true })

  await test.step('without words it is not published, and the field says so', async () => {
    await expect(text).toBeVisible()
    await coach.getByRole('button', { name: 'Publicar' }).click()
    await expect(text).toBeFocused()
    await expect(text).toHaveAttribute('aria-invalid', 'true')
    await expect(text).toHaveAccessibleDescription('Campo requerido')
    await coach.getByRole('textbox', { name: /^Título/ }).fill('Respirar antes de hablar')
    await expect(coach.getByText('Campo requerido')).toBeVisible()
  })

  await test.step('it is written by keyboard, and pasted', async () => {
    await text.click()
    await coach.keyboard.press('Shift+Tab')
    await expect(coach.getByRole('button', { name: 'Título (H2)', exact: true })).toBeFocused()
    await coach.keyboard.press('Enter')
    await expect(text).toBeFocused()
    await coach.keyboard.type('Cómo se hace')
    await coach.keyboard.press('Enter')
    await coach.keyboard.press('Control+b')
    await coach.keyboard.type('Inhala')
    await coach.keyboard.press('Control+b')
    await coach.keyboard.type(' y suelta.')
    await coach.keyboard.press('Enter')
    await paste(text, FROM_DOCS)
    await expect(text.getByRole('listitem').first()).toContainText('Antes de las nueve')
    // The policy of the page lets no style through: the formats are those of elements all the same.
    await expect(text.locator('strong')).toHaveText(['Inhala', 'Escribir'])
    await expect(text.locator('em')).toHaveText(' cada')
  })

  await test.step('a save that fails loses nothing of it', async () => {
    await coach.context().setOffline(true)
    await coach.getByRole('button', { name: 'Publicar' }).click()
    await expect(
      coach
        .getByRole('alert')
        .filter({ hasText: /conexión/i })
        .first(),
    ).toBeVisible()
    await expect(text).toContainText('Inhala y suelta.')
    await coach.context().setOffline(false)
    await coach.getByRole('button', { name: 'Publicar' }).click()
    await expect(coach.getByRole('heading', { level: 1, name: 'Respirar antes de hablar' })).toBeVisible()
    await expect(coach.getByRole('heading', { level: 2, name: 'Cómo se hace' })).toBeVisible()
  })

  const reader = await person()
  const fetched: string[] = []
  reader.on('request', (request) => fetched.push(request.url()))
  await test.step('who has it reads it as it was written, without the code of the editor', async () => {
    await coach.getByRole('button', { name: 'Asignar' }).click()
    const dialog = coach.getByRole('dialog', { name: 'Asignar recurso' })
    const people = dialog.getByRole('combobox', { name: 'Personas' })
    await expect(people).toBeFocused()
    await expect(coach.getByRole('option', { name: /Mariana/ })).toBeHidden()
    await people.fill('mariana')
    await coach.getByRole('option', { name: /Mariana/ }).click()
    await dialog.getByRole('button', { name: 'Asignar' }).click()
    await expect(dialog).toBeHidden()
    await signIn(reader, mariana.email, new URL(coach.url()).pathname)
    await expect(reader.getByRole('heading', { level: 2, name: 'Cómo se hace' })).toBeVisible()
    await expect(reader.locator('strong', { hasText: 'Inhala' })).toBeVisible()
    await expect(reader.getByRole('link', { name: 'El documento' })).toHaveAttribute('rel', /noopener/)
    expect(fetched.filter((url) => /RichTextEditor/.test(url))).toEqual([])
  })

  await test.step('what the coach changes is read at once, and found', async () => {
    await coach.getByRole('link', { name: 'Editar' }).click()
    await expect(text).toContainText('Inhala y suelta.')
    await text.getByText('Cómo se hace').click()
    await coach.keyboard.press('End')
    await coach.keyboard.type(', sin audífonos')
    await coach.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(reader.getByRole('heading', { name: 'Cómo se hace, sin audífonos' })).toBeVisible()
    await coach.getByRole('link', { name: 'Recursos' }).first().click()
    await coach.getByRole('searchbox', { name: 'Buscar recursos' }).fill('AUDIFONOS')
    await expect(coach.getByRole('link', { name: 'Respirar antes de hablar' })).toBeVisible()
    await coach.getByRole('searchbox', { name: 'Buscar recursos' }).fill('bulletList')
    await expect(coach.getByText('Ningún recurso coincide con tu búsqueda')).toBeVisible()
  })
})
