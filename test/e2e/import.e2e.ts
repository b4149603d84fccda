import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { callApi, newEmail, pressTwice, signIn, stageClient, stageCoach } from './support/people.ts'

const HEAD = 'Nombre;Apellidos;Correo;Empresa;Etiquetas;Talla'

/** As Excel saves a list in Mexico: Windows-1252, with semicolons. */
function listOf(people: readonly string[]): Buffer {
  return Buffer.from([HEAD, ...people, ''].join('\r\n'), 'latin1')
}

/** Chooses a file as a person does: by the button that asks for one. */
async function choose(page: Page, name: string, buffer: Buffer) {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo' }).click()
  await (await asked).setFiles({ name, mimeType: 'text/csv', buffer })
}

test('a coach brings 200 clients from a spreadsheet, finds one by a name with accents, and takes them out @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const coach = await person()
  await signIn(coach, staged.email, '/clients')
  await coach.getByRole('button', { name: 'Importar y exportar' }).click()
  await coach.getByRole('menuitem', { name: 'Importar CSV' }).click()
  await expect(coach.getByRole('heading', { level: 1, name: 'Importar clientes' })).toBeVisible()

  // A file that is not a list is refused at the field, with what it lacks.
  await choose(coach, 'foto.csv', Buffer.from('\u0089PNG\u0000'))
  await expect(coach.getByRole('alert')).toHaveText(/Este archivo no es un CSV/)
  await choose(coach, 'otra.csv', Buffer.from('Nombre;Ciudad\nLuz;León'))
  await expect(coach.getByRole('alert')).toHaveText('Al archivo le faltan estas columnas: Apellidos, Correo.')
  const template = coach.waitForEvent('download')
  await coach.getByRole('button', { name: 'Descargar plantilla' }).click()
  expect((await template).suggestedFilename()).toBe('plantilla-clientes.csv')

  const people = Array.from(
    { length: 199 },
    (_, at) => `Persona;Número ${at};${newEmail('lista')};Norte;ventas;M`,
  )
  await choose(
    coach,
    'mis-clientes.csv',
    listOf([
      ...people,
      `Íñigo;Núñez Peña;${newEmail('inigo')};Compañía;líder, ventas;L`,
      'Sol;;sol@correo.example;Norte;ventas;S',
      `Ana;López;${staged.email};Norte;ventas;S`,
    ]),
  )
  await expect(coach.getByText('200 personas se pueden importar')).toBeVisible()
  await expect(coach.getByRole('list').filter({ hasText: '200 personas se pueden' })).toBeFocused()
  await expect(coach.getByText('2 con problemas')).toBeVisible()
  await expect(coach.getByText('Omitimos esta columna: Talla.')).toBeVisible()
  await expect(coach.getByRole('row', { name: '202 Apellidos vacío Campo requerido' })).toBeVisible()
  await expect(
    coach.getByRole('row', { name: `203 Correo ${staged.email} Este es tu propio correo.` }),
  ).toBeVisible()
  await expectAccessible(coach, 'the review of an import')
  await expectFits(coach, 'the review of an import')
  const problems = coach.waitForEvent('download')
  await coach.getByRole('button', { name: 'Descargar lista' }).click()
  expect((await problems).suggestedFilename()).toBe('mis-clientes-problemas.csv')

  // Nothing is imported yet, and leaving asks first.
  await coach.getByRole('link', { name: 'Mis Clientes' }).first().click()
  await expect(coach.getByText('Todavía no importas a nadie')).toBeVisible()
  await coach.getByRole('button', { name: 'Seguir aquí' }).click()
  await pressTwice(coach.getByRole('button', { name: 'Importar 200 personas' }))
  await expect(coach.getByText('Importamos 200 personas')).toBeVisible()
  // All of them at once, by one more press; a second one mails nobody twice.
  await pressTwice(coach.getByRole('button', { name: 'Invitar a los 200' }))
  await expect(coach.getByText('Sus invitaciones van en camino.')).toBeVisible()
  await expect(coach.getByRole('button', { name: /^Invitar a/ })).toHaveCount(0)
  await expectAccessible(coach, 'the end of an import')
  await coach.getByRole('link', { name: 'Ver mis clientes' }).click()
  await expect(coach.getByText('200 clientes')).toBeVisible()

  await coach.getByRole('searchbox').fill('inigo nunez')
  await expect(coach.getByRole('link', { name: /Íñigo Núñez Peña/ })).toBeVisible()
  await expect(coach.getByText('1 cliente', { exact: true })).toBeVisible()
  const download = coach.waitForEvent('download')
  await coach.getByRole('button', { name: 'Importar y exportar' }).click()
  await coach.getByRole('menuitem', { name: 'Exportar CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('clientes-2027-02-02.csv')
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2)
  expect(csv).toContain('Íñigo,Núñez Peña,')
})

test('a client sees the page of their coach, and at once what the coach chooses to show @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const invited = await stageClient(server, staged)
  await callApi(server, 'PUT', `/v1/user/${staged.id}`, {
    token: staged.token,
    body: {
      id: staged.id,
      country: 'Mexico',
      city: 'Tijuana',
      timezone: 'America/Tijuana',
      whatsapp: '999 555 0101',
      instagram: '@ana.coach',
    },
  })
  await callApi(server, 'PUT', `/v1/user/${staged.id}/profile`, {
    token: staged.token,
    body: { bio: 'Acompaño a quienes dirigen.', specialities: ['Liderazgo'], credentials: ['ICF PCC'] },
  })
  const client = await person()
  await signIn(client, invited.email, '/coach')
  await expect(client.getByRole('heading', { level: 1, name: 'Mi coach' })).toBeVisible()
  await expect(client.getByText('Acompaño a quienes dirigen.')).toBeVisible()
  await expect(client.getByText(/^\d{1,2}:\d\d\sh allá$/)).toBeVisible()
  await expect(client.getByText(/Puedes cancelar hasta 24 horas antes/)).toBeVisible()
  await expect(client.getByRole('link', { name: /^Correo/ })).toHaveAttribute(
    'href',
    `mailto:${staged.email}`,
  )
  await expect(client.getByRole('link', { name: 'Agendar sesión' })).toHaveAttribute('href', '/session/new')

  const coach = await person()
  await signIn(coach, staged.email, '/profile/contact')
  await coach.getByRole('switch', { name: 'Whatsapp' }).click()
  await expect(client.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
    'href',
    'https://wa.me/529995550101',
  )
  await coach.getByRole('switch', { name: 'Instagram' }).click()
  await expect(client.getByText('@ana.coach')).toBeVisible()
  await coach.getByRole('switch', { name: 'Correo' }).click()
  await expect(client.getByRole('link', { name: /^Correo/ })).toBeHidden()
  await coach.reload()
  await expect(coach.getByRole('switch', { name: 'Correo' })).not.toBeChecked()
  await expect(coach.getByRole('switch', { name: 'Whatsapp' })).toBeChecked()
})
