import { expect, test } from './support/fixtures.ts'
import { signIn } from './support/people.ts'
import { stagePractice } from './support/stage.ts'

test('each side has its own sidebar, in the order and words of the spec (spec §2)', async ({
  person,
  server,
}) => {
  const stage = await stagePractice(server)
  const expected = {
    coach: ['Inicio', 'Mis Clientes', 'Mis Grupos', 'Calendario', 'Mensajes', 'Recursos', 'Memorándum'],
    client: ['Inicio', 'Calendario', 'Metas', 'Acciones', 'Recursos', 'Mensajes'],
  }
  for (const side of ['coach', 'client'] as const) {
    const page = await person()
    await signIn(page, stage[side].email)
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await expect(menu.getByRole('link')).toContainText([...expected[side], 'Mi Perfil'])
    await page.goto(side === 'coach' ? '/goals' : '/clients')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/No encontramos/)).toBeVisible()
  }
})

test('the sidebar stays collapsed after a reload (spec §2, §9)', async ({ person, server }) => {
  const stage = await stagePractice(server)
  const page = await person()
  await signIn(page, stage.coach.email)
  await page.getByRole('button', { name: 'Contraer' }).click()
  expect(await page.evaluate(() => localStorage.getItem('collapsed'))).toBe('true')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expandir' })).toBeVisible()
})

test('the popovers are 270 by 300 and say when there is nothing (spec §2, §9)', async ({
  person,
  server,
}) => {
  const stage = await stagePractice(server)
  const page = await person()
  await signIn(page, stage.coach.email)
  await page.getByRole('button', { name: /^Mensajes/ }).click()
  const popover = page.getByRole('dialog')
  await expect(popover.getByText('Sin Mensajes')).toBeVisible()
  await expect
    .poll(async () => {
      const box = await popover.boundingBox()
      return box && [Math.round(box.width), Math.round(box.height)]
    })
    .toEqual([270, 300])
  await popover.getByRole('link', { name: 'Ver todos los mensajes' }).click()
  await expect(page).toHaveURL(/\/messages$/)
  await expect(page.getByText('Estamos preparando esta sección.')).toBeVisible()
})

test('a paid coach never stays at /payment, an unknown type is no place (spec §4, product D10)', async ({
  person,
  server,
}) => {
  const stage = await stagePractice(server)
  const page = await person()
  await signIn(page, stage.coach.email)
  await page.goto('/payment')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/register')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(`/sessions/${stage.client.clientId}/Otro`)
  await expect(page.getByText(/No encontramos/)).toBeVisible()
  await page.goto('/session/view/01890000-0000-7000-8000-000000000000')
  await expect(page.getByText(/No encontramos/).first()).toBeVisible()
})

test('markup in names and notes is shown as it was typed (ASVS 1.2.1)', async ({ person, server }) => {
  const stage = await stagePractice(server)
  const page = await person()
  await signIn(page, stage.coach.email)
  await page.goto('/clients/new')
  const markup = '<img src=x onerror=alert(1)>'
  page.on('dialog', () => {
    throw new Error('A dialog was opened by markup')
  })
  await page.getByLabel(/^Nombre/).fill(markup)
  await page.getByLabel(/^Apellidos/).fill('<b>Torres</b>')
  await page.getByLabel(/^Correo/).fill(`markup.${stage.coach.id}@correo.example`)
  await page.getByRole('button', { name: 'Guardar sin invitar' }).click()
  await expect(page.getByRole('heading', { name: `${markup} <b>Torres</b>` })).toBeVisible()
})
