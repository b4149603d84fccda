import type { Page } from '@playwright/test'
import type { GroupDetail } from '#contract/groups.ts'
import { countClicks } from './support/clicks.ts'
import { expect, test } from './support/fixtures.ts'
import { chooseOption, stageGroup, stageMember } from './support/groups.ts'
import { go } from './support/navigation.ts'
import {
  PASSWORD,
  acceptMailed,
  callApi,
  mailed,
  newEmail,
  signIn,
  stageClient,
  stageCoach,
} from './support/people.ts'

const GROUP = 'Líderes 2027'
const inGroup = (page: Page) => page.getByText(`Grupo ${GROUP}`)

/** The line of one person among the members. */
const lineOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

// @spec P.39, P.41
test('a group of five, one of whom leaves, seen by its coach and its members', async ({ person, server }) => {
  const staged = await stageCoach(server)
  const [mariana, andres, sofia] = await Promise.all([
    stageClient(server, staged),
    stageClient(server, staged, { name: 'Andrés', lastName: 'Castillo' }),
    stageClient(server, staged, { name: 'Sofía', lastName: 'Núñez' }),
  ])
  const coach = await person()
  await signIn(coach, staged.email)

  const groupId =
    await test.step('the coach creates and publishes a group; its name is their only one', async () => {
      await coach.getByRole('link', { name: 'Mis Grupos' }).first().click()
      await expect(
        coach.getByText('Crea tu primer grupo para trabajar con varias personas a la vez.'),
      ).toBeVisible()
      await stageGroup(server, staged, { name: 'lideres 2026' })
      await coach.getByRole('link', { name: 'Nuevo grupo' }).first().click()
      await expect(coach).toHaveURL(/\/groups\/new$/)
      const name = coach.getByRole('textbox', { name: /^Nombre/ })
      await coach.getByRole('button', { name: 'Guardar y publicar' }).click()
      await expect(name).toHaveAccessibleDescription('Campo requerido')
      await name.fill('Líderes 2026')
      await coach.getByLabel('Objetivo').fill('Dirigir sin hacerlo todo')
      await coach.getByRole('button', { name: 'Guardar y publicar' }).click()
      await expect(name).toHaveAccessibleDescription('Ya tienes un grupo con este nombre. Elige otro.')
      await name.fill(GROUP)
      await coach.getByRole('button', { name: 'Guardar y publicar' }).click()
      await expect(coach.getByText(`${GROUP} ya está abierto. Agrega a sus integrantes.`)).toBeVisible()
      await expect(coach.getByRole('heading', { level: 1, name: GROUP })).toBeVisible()
      return new URL(coach.url()).pathname.split('/').at(-1)!
    })

  await test.step('an existing client is a member at once', async () => {
    await coach.getByRole('tab', { name: 'Integrantes' }).click()
    await coach.getByRole('button', { name: 'Agregar integrantes' }).first().click()
    const dialog = coach.getByRole('dialog', { name: 'Agregar integrantes' })
    await expect(dialog.getByText('Quedan 12 lugares.')).toBeVisible()
    await dialog.getByRole('searchbox').fill('nunez')
    await expect(dialog.getByRole('checkbox')).toHaveCount(1)
    await dialog.getByRole('checkbox', { name: 'Sofía Núñez' }).check()
    await expect(dialog.getByText('Elegiste a 1. Quedan 11 lugares.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Agregar a 1' }).click()
    await expect(coach.getByText('Sofía ya está en el grupo.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(lineOf(coach, 'Sofía Núñez')).toContainText('Activo')
  })

  const lucia = newEmail('lucia')
  const diego = newEmail('diego')
  await test.step('pasted people are corrected row by row, then invited together', async () => {
    await coach.getByRole('button', { name: 'Agregar integrantes' }).click()
    const dialog = coach.getByRole('dialog', { name: 'Agregar integrantes' })
    // Who is in already says so.
    await expect(dialog.getByRole('checkbox', { name: 'Sofía Núñez' })).toBeDisabled()
    await expect(dialog.getByRole('checkbox', { name: 'Sofía Núñez' })).toHaveAccessibleDescription(
      'Ya está en el grupo',
    )
    await dialog
      .getByLabel('¿Alguien nuevo?')
      .fill(`Lucía Ramos <${lucia}>\n${diego}; Ana López, ${staged.email}`)
    await dialog.getByRole('button', { name: 'Revisar' }).click()
    await expect(dialog.getByText(/^3 personas nuevas\. Quedan/)).toBeVisible()
    const invite = dialog.getByRole('button', { name: /^Invitar a/ })
    const fieldOf = (field: string, n: number) =>
      dialog.getByRole('textbox', { name: `${field} de la persona ${n}` })
    await expect(fieldOf('Nombre', 2)).toHaveAccessibleDescription('Campo requerido')
    await fieldOf('Nombre', 2).fill('Diego')
    await fieldOf('Apellidos', 2).fill('Peña')
    await invite.click()
    await expect(fieldOf('Correo', 3)).toHaveAccessibleDescription('Este es tu propio correo.')
    await dialog.getByRole('button', { name: 'Quitar persona 3' }).click()
    await invite.click()
    await expect(coach.getByText('Invitamos a 2 personas.')).toBeVisible()
    await expect(lineOf(coach, 'Lucía Ramos')).toContainText('Invitado')
    await stageMember(server, staged, groupId, { clientId: mariana.clientId })
    await stageMember(server, staged, groupId, { clientId: andres.clientId })
    await expect(lineOf(coach, 'Mariana Torres')).toContainText('Activo')
    await expect(coach.getByText('3/12 integrantes')).toBeVisible()
  })

  const member = await person()
  await test.step('one accepts the mail in the browser, which the coach hears of live', async () => {
    await member.goto(await mailed(server, lucia, /http\S+\/invitation\/\S+\?t=[\w-]+/))
    await expect(member.getByText(GROUP)).toBeVisible()
    await member.getByLabel(/^Contraseña/).fill(PASSWORD)
    await member.getByLabel(/^Repite la contraseña/).fill(PASSWORD)
    await member.getByRole('checkbox', { name: /términos/ }).check()
    await member.getByRole('checkbox', { name: /privacidad/ }).check()
    await member.getByRole('button', { name: 'Aceptar invitación' }).click()
    await expect(member).toHaveURL(/\/dashboard$/)
    const { people = [] } = await callApi<GroupDetail>(server, 'GET', `/v1/group/${groupId}`, {
      token: staged.token,
    })
    await acceptMailed(server, people.find(({ email }) => email === diego)!.clientId, diego)
    await expect(coach.getByText('5/12 integrantes')).toBeVisible()

    await go(coach, '/clients')
    await coach.getByRole('button', { name: /^Notificaciones/ }).click()
    const news = coach.getByRole('article').filter({ hasText: 'Lucía Ramos' })
    await expect(news.getByText('Invitación aceptada')).toBeVisible()
    await news.getByRole('button', { name: /^Ver grupo/ }).click()
    await expect(coach).toHaveURL(`/groups/view/${groupId}?tab=members`)
  })

  await test.step('once it runs, its name is in the header of its members, and its coach books from its page', async () => {
    await expect(inGroup(member)).toHaveCount(0)
    await coach.getByRole('button', { name: 'Iniciar' }).click()
    await expect(coach.getByText('En curso', { exact: true })).toBeVisible()
    await expect(inGroup(member)).toBeVisible()
    await coach.getByRole('link', { name: 'Agendar', exact: true }).click()
    await expect(coach.getByRole('combobox', { name: '¿Con qué grupo?' })).toHaveValue(GROUP)
    await coach.goBack()
  })

  await test.step('a full group says so, and a capacity below its people is refused at its field', async () => {
    await chooseOption(coach, GROUP, 'Editar')
    const capacity = coach.getByRole('textbox', { name: /^Cupo/ })
    await capacity.fill('4')
    await coach.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(capacity).toHaveAccessibleDescription(
      /El cupo no puede ser menor que los lugares ocupados\./,
    )
    await capacity.fill('5')
    await coach.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(coach.getByText('Cupo lleno (5/5)')).toBeVisible()
    await expect(coach.getByRole('button', { name: 'Agregar integrantes' })).toBeDisabled()
  })

  await test.step('a member sees first names alone, and leaves; the coach sees it live', async () => {
    await coach.getByRole('tab', { name: 'Integrantes' }).click()
    await go(member, '/coach')
    await expect(member.getByText('Con Andrés, Diego, Mariana y Sofía')).toBeVisible()
    await expect(member.getByText('Dirigir sin hacerlo todo')).toBeVisible()
    await expect(member.getByText('Torres')).toHaveCount(0)
    await member.getByRole('button', { name: `Salir del grupo ${GROUP}` }).click()
    const dialog = member.getByRole('dialog', { name: `¿Salir de ${GROUP}?` })
    await dialog.getByRole('button', { name: 'Salir del grupo' }).click()
    await expect(member.getByText(`Saliste de ${GROUP}.`)).toBeVisible()
    await expect(inGroup(member)).toHaveCount(0)
    await expect(member.getByRole('heading', { name: 'Tus grupos' })).toHaveCount(0)
    await expect(lineOf(coach, 'Lucía Ramos')).toContainText('Salió')
    await expect(coach.getByRole('heading', { name: 'Ya no están' })).toBeVisible()
    await expect(coach.getByText('4/5 integrantes')).toBeVisible()
  })

  await test.step('a removed member loses the group at once, and has it back when that is undone', async () => {
    const removed = await person()
    await signIn(removed, sofia.email)
    await expect(inGroup(removed)).toBeVisible()
    await chooseOption(coach, 'Sofía Núñez', 'Quitar del grupo')
    const dialog = coach.getByRole('dialog', { name: '¿Quitar a Sofía?' })
    await expect(dialog.getByText('Conservará sus propias metas y acciones.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Quitar' }).click()
    await expect(lineOf(coach, 'Sofía Núñez')).toContainText('Ya no está')
    await expect(inGroup(removed)).toHaveCount(0)
    await coach.getByRole('button', { name: 'Deshacer' }).click()
    await expect(lineOf(coach, 'Sofía Núñez')).toContainText('Activo')
    await expect(inGroup(removed)).toBeVisible()
  })

  await test.step('finished, archived, brought back; the list shows archived ones when asked', async () => {
    await chooseOption(coach, GROUP, 'Finalizar')
    await coach.getByRole('dialog').getByRole('button', { name: 'Finalizar grupo' }).click()
    await expect(coach.getByText('Este grupo finalizó. Aquí queda todo para consultarlo.')).toBeVisible()
    await coach.getByRole('button', { name: 'Archivar' }).click()
    await expect(coach.getByText(`Archivamos ${GROUP}.`)).toBeVisible()
    await coach.getByRole('link', { name: 'Mis Grupos' }).first().click()
    await expect(coach.getByRole('link', { name: 'lideres 2026' })).toBeVisible()
    await expect(coach.getByRole('link', { name: GROUP })).toHaveCount(0)
    await coach.getByRole('button', { name: 'Deshacer' }).click()
    await expect(coach.getByRole('link', { name: GROUP })).toBeVisible()
    await coach.getByRole('searchbox', { name: 'Buscar por nombre' }).fill('LIDERES 2027')
    await expect(coach.getByRole('link', { name: 'lideres 2026' })).toHaveCount(0)
    await expect(coach).toHaveURL(/search=LIDERES/)
  })
})

test('five members are added by two clicks besides choosing them, never more than there are seats @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const names = ['Andrés', 'Beatriz', 'Carlos', 'Diana', 'Elena', 'Fabián']
  await Promise.all(names.map((name) => stageClient(server, staged, { name, lastName: 'Solís' })))
  const groupId = await stageGroup(server, staged, { name: GROUP, capacity: 5 })
  const coach = await person()
  await signIn(coach, staged.email, `/groups/view/${groupId}`)
  await expect(coach.getByRole('heading', { level: 1, name: GROUP })).toBeVisible()

  const clicks = await countClicks(coach)
  await coach.getByRole('button', { name: 'Agregar integrantes' }).first().click()
  const dialog = coach.getByRole('dialog', { name: 'Agregar integrantes' })
  const boxes = dialog.getByRole('checkbox')
  await expect(boxes).toHaveCount(6)
  for (const name of names.slice(0, 5)) await dialog.getByRole('checkbox', { name: `${name} Solís` }).check()
  await expect(dialog.getByText('Elegiste a 5. Ya no quedan lugares.')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Fabián Solís' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Agregar a 5' }).click()
  await expect(coach.getByText('Agregamos a 5 personas.')).toBeVisible()
  expect(await clicks()).toBe(2 + 5)
  await expect(dialog).toBeHidden()
  await expect(coach.getByText('Cupo lleno (5/5)')).toBeVisible()
})
