import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { go } from './support/navigation.ts'
import {
  PASSWORD,
  callApi,
  mailed,
  newEmail,
  signIn,
  signInByForm,
  stageClient,
  stageCoach,
} from './support/people.ts'

const moveMenu = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Opciones de ${name}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

// @spec P.69
test('a process from the invitation to its end and back, with two people at once (product §6)', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const email = newEmail('beatriz')
  const coach = await person()
  await signIn(coach, staged.email, '/clients/new')

  await test.step('the coach enters her data, and invites her', async () => {
    await expect(coach.getByText('Campo requerido')).toHaveCount(3)
    await coach.getByRole('button', { name: 'Guardar e invitar' }).click()
    await expect(coach.getByRole('textbox', { name: 'Nombre' })).toBeFocused()
    await coach.getByRole('textbox', { name: 'Nombre' }).fill('Beatriz')
    await coach.getByRole('textbox', { name: 'Apellidos' }).fill('Núñez Gálvez')
    await coach.getByRole('textbox', { name: 'Correo' }).fill(staged.email)
    await coach.getByRole('combobox', { name: 'Etiquetas' }).fill('Liderazgo')
    await coach.keyboard.press('Enter')
    await coach.getByRole('textbox', { name: 'WhatsApp' }).fill('+52 222 123 4567')
    await coach.getByRole('button', { name: 'Guardar e invitar' }).click()
    // The server's refusal is shown at its field.
    await expect(coach.getByRole('textbox', { name: 'Correo' })).toHaveAccessibleDescription(/propio correo/i)
    await coach.getByRole('textbox', { name: 'Correo' }).fill(email)
    await coach.getByRole('button', { name: 'Guardar e invitar' }).click()
    await expect(coach.getByText('Guardamos a Beatriz y enviamos su invitación.')).toBeVisible()
    await expect(coach.getByText(/Esperamos la respuesta de Beatriz/)).toBeVisible()
    await expect(coach.getByRole('link', { name: 'Escribir a Beatriz por WhatsApp' })).toHaveAttribute(
      'href',
      'https://wa.me/522221234567',
    )
  })

  const client = await person()
  await test.step('she accepts, and the coach sees it without reloading', async () => {
    await client.goto(await mailed(server, email, /http\S+\/invitation\/\S+\?t=[\w-]+/))
    await client.getByRole('textbox', { name: /^Contraseña/ }).fill(PASSWORD)
    await client.getByRole('textbox', { name: /^Repite la contraseña/ }).fill(PASSWORD)
    await client.getByRole('checkbox', { name: /términos/ }).check()
    await client.getByRole('checkbox', { name: /privacidad/ }).check()
    await client.getByRole('button', { name: 'Aceptar invitación' }).click()
    await expect(client).toHaveURL(/\/dashboard$/)
    await expect(coach.getByText('Activo', { exact: true })).toBeVisible()
    await expect(coach.getByText('Beatriz aceptó tu invitación')).toBeVisible()
  })

  await test.step('finishing names the session that ends with it, and she sees it live', async () => {
    const clientId = /view\/([\w-]+)/.exec(coach.url())![1]!
    await callApi(server, 'POST', '/v1/session', {
      token: staged.token,
      body: {
        type: 'Client',
        clientId,
        startsAt: '2027-02-09T16:00:00.000Z',
        endsAt: '2027-02-09T17:00:00.000Z',
        title: 'Primer encuentro',
        outsideHours: true,
      },
    })
    await expect(client.getByText('martes 9 de febrero').first()).toBeVisible()
    await expect(coach.getByRole('link', { name: 'Primer encuentro' })).toBeVisible()
    await moveMenu(coach, 'Beatriz Núñez Gálvez', 'Finalizar')
    const dialog = coach.getByRole('dialog', { name: '¿Finalizar el proceso con Beatriz?' })
    await expect(dialog.getByText('Primer encuentro')).toBeVisible()
    await expect(dialog.getByText('martes 9 de febrero, 10:00–11:00 h')).toBeVisible()
    await expectAccessible(coach, 'the question before a process is finished')
    await dialog.getByRole('button', { name: 'Finalizar' }).click()
    await expect(
      coach.getByText('El proceso con Beatriz terminó. Deshacer no recupera la sesión cancelada.'),
    ).toBeVisible()
    await expect(coach.getByText('No hay ninguna agendada.')).toBeVisible()
    await expect(client.getByText('martes 9 de febrero')).toHaveCount(0)
    await mailed(server, email, /dio por terminado tu proceso/)
  })

  await test.step('she still reads what is hers', async () => {
    await client.getByRole('link', { name: 'Calendario' }).first().click()
    await expect(client.getByRole('heading', { level: 1 })).toBeVisible()
    const clientId = /view\/([\w-]+)/.exec(coach.url())![1]!
    await go(client, `/sessions/${clientId}/Client`)
    await client.getByRole('tab', { name: /Canceladas/ }).click()
    await expect(client.getByRole('link', { name: 'Primer encuentro' })).toBeVisible()
  })

  await test.step('the coach resumes her process', async () => {
    await coach.getByRole('button', { name: 'Reactivar' }).click()
    await expect(coach.getByText('El proceso con Beatriz sigue adelante.')).toBeVisible()
    await expect(coach.getByRole('link', { name: 'Agendar' })).toBeVisible()
  })
})

// @spec P.67
test('the list searches, sorts, filters, edits and undoes (product §6) @long', async ({ person, server }) => {
  const staged = await stageCoach(server)
  await stageClient(server, staged)
  const people = [
    ['Íñigo', 'Ávila', ['vip']],
    ['Lucía', 'Peña', []],
    ['Óscar', 'Zúñiga', ['Vip', 'equipos']],
  ] as const
  for (const [name, lastName, tags] of people) {
    await callApi(server, 'POST', '/v1/client', {
      token: staged.token,
      body: { name, lastName, email: newEmail('lista'), tags },
    })
  }
  const page = await person()
  await signIn(page, staged.email, '/clients')
  const names = page.getByRole('row').getByRole('link')
  const search = page.getByRole('searchbox', { name: /^Buscar por nombre/ })

  await test.step('found without its accents, and the address says what is shown', async () => {
    await expect(names).toHaveText(['Íñigo Ávila', 'Lucía Peña', 'Mariana Torres', 'Óscar Zúñiga'])
    await search.fill('zuniga')
    await expect(names).toHaveText(['Óscar Zúñiga'])
    await expect(page).toHaveURL(/search=zuniga/)
    await search.fill('')
    await expect(names).toHaveCount(4)
  })

  await test.step('sorted by its headings', async () => {
    const heading = page.getByRole('columnheader', { name: 'Cliente' })
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    await heading.getByRole('button').click()
    await expect(heading).toHaveAttribute('aria-sort', 'descending')
    await expect(names.first()).toHaveText('Óscar Zúñiga')
    await page.reload()
    await expect(names.first()).toHaveText('Óscar Zúñiga')
    await heading.getByRole('button').click()
    await expect(names.first()).toHaveText('Íñigo Ávila')
  })

  await test.step('by a tag of the page, whatever its case', async () => {
    await page.getByRole('button', { name: 'Ver a quienes tienen la etiqueta vip', exact: true }).click()
    await expect(names).toHaveText(['Íñigo Ávila', 'Óscar Zúñiga'])
    const tag = page.getByRole('combobox', { name: 'Etiqueta' })
    await expect(tag).toHaveValue('vip')
    await tag.fill('')
    await tag.press('Enter')
    await expect(names).toHaveCount(4)
  })

  await test.step('who needs attention, with the reason in words', async () => {
    await expect(page.getByRole('checkbox', { name: 'Necesitan atención (0)' })).toBeDisabled()
    await server.jumpTo('2027-02-19T15:00:00.000Z')
    await page.clock.setSystemTime('2027-02-19T15:00:00.000Z')
    // More than a week has passed: the earlier sign-in has ended.
    await signInByForm(page, staged.email)
    await go(page, '/clients')
    const only = page.getByRole('checkbox', { name: 'Necesitan atención (1)' })
    await page.getByText('Necesitan atención (1)').click()
    await expect(only).toBeChecked()
    await expect(names).toHaveText(['Mariana Torres'])
    await expect(page.getByRole('row', { name: /Mariana/ })).toContainText('En riesgo')
    await expect(page.getByRole('row', { name: /Mariana/ })).toContainText('Sin avance en 17 días')
    await page.getByText('Necesitan atención (1)').click()
    await expect(only).not.toBeChecked()
  })

  await test.step('edited with tags; what is not saved is not lost unasked', async () => {
    await moveMenu(page, 'Lucía Peña', 'Editar')
    await page.getByRole('combobox', { name: 'Etiquetas' }).fill('Cambio de carrera')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Empresa' }).fill('Cementos del Norte')
    await page.getByRole('link', { name: 'Lucía Peña' }).click()
    const question = page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })
    await question.getByRole('button', { name: 'Seguir editando' }).click()
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(page.getByText('Cambios guardados.')).toBeVisible()
    await expect(page.getByText('Cementos del Norte')).toBeVisible()
    await expect(page.getByRole('button', { name: /la etiqueta Cambio de carrera/ })).toBeVisible()
  })

  await test.step('archived, and restored from the toast', async () => {
    await page.getByRole('link', { name: 'Mis Clientes' }).first().click()
    // Until the list is loaded, the menu of the same name is the one of the client's screen.
    await expect(names).toHaveCount(4)
    await moveMenu(page, 'Lucía Peña', 'Archivar')
    await page.getByRole('dialog').getByRole('button', { name: 'Archivar' }).click()
    await expect(page.getByText('Lucía está en tu archivo.')).toBeVisible()
    await expect(names).toHaveText(['Íñigo Ávila', 'Mariana Torres', 'Óscar Zúñiga'])
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(page.getByText('Listo, Lucía quedó como antes.')).toBeVisible()
    await expect(names).toHaveCount(4)
  })

  await test.step('on a phone it is cards, sorted from a list behind the filters', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('createdAt')
    await expect(page.getByRole('listitem').getByRole('link').first()).toHaveText('Óscar Zúñiga')
    await expectAccessible(page, 'the list on a phone')
    await expectFits(page, 'the list on a phone')
  })
})
