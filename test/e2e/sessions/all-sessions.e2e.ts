import { expect, test } from '../support/fixtures.ts'
import { stageGroup } from '../support/groups.ts'
import { callApi, signIn, stageClient, stageCoach } from '../support/people.ts'

test('a coach finds a session among all by text, person and day, and comes back to what was found (product D23) @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const mariana = await stageClient(server, coach)
  const groupId = await stageGroup(server, coach, { name: 'Círculo de lectura' })
  const book = (day: string, whose: object, title?: string) =>
    callApi(server, 'POST', '/v1/session', {
      token: coach.token,
      body: {
        ...whose,
        ...(title && { title }),
        startsAt: `2027-02-${day}T16:00:00.000Z`,
        endsAt: `2027-02-${day}T17:00:00.000Z`,
        outsideHours: true,
      },
    })
  await book('04', { type: 'Client', clientId: mariana.clientId }, 'Plan de carrera')
  await book('10', { type: 'Client', clientId: mariana.clientId }, 'Cierre del mes')
  await book('05', { type: 'Group', groupId }, 'Primer capítulo')

  const page = await person()
  await signIn(page, coach.email, '/dashboard')
  await page.getByRole('link', { name: 'Sesiones', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sesiones' })).toBeVisible()
  const titles = page.getByRole('article').getByRole('link', { name: /^(Plan|Cierre|Primer)/ })
  await expect(titles).toHaveText(['Plan de carrera', 'Primer capítulo', 'Cierre del mes'])

  const search = page.getByRole('searchbox', { name: 'Buscar por nombre o título' })
  await search.fill('circulo')
  await expect(titles).toHaveText(['Primer capítulo'])
  await search.fill('nadie')
  await expect(page.getByText('Ninguna sesión coincide con tu búsqueda')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar búsqueda' }).click()
  await expect(titles).toHaveCount(3)
  await expect(search).toHaveValue('')

  const whose = page.getByRole('combobox', { name: 'Persona o grupo' })
  await whose.fill('mariana')
  await page.getByRole('option', { name: 'Mariana Torres' }).click()
  await expect(titles).toHaveText(['Plan de carrera', 'Cierre del mes'])
  await page.getByRole('button', { name: /^Hasta/ }).click()
  await page.getByRole('button', { name: /^viernes 5 de febrero/i }).click()
  await expect(titles).toHaveText(['Plan de carrera'])
  // The tabs count what is found.
  await expect(page.getByRole('tab', { name: 'Próximas 1' })).toBeVisible()

  await titles.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plan de carrera' })).toBeVisible()
  await page.goBack()
  await expect(titles).toHaveText(['Plan de carrera'])
  await page.reload()
  await expect(titles).toHaveText(['Plan de carrera'])
  await expect(whose).toHaveValue('Mariana Torres')

  // On a phone the filters are behind one button, which says how many are set.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(whose).toBeHidden()
  await page.getByRole('button', { name: 'Filtros (2)' }).click()
  await expect(whose).toBeVisible()
})
