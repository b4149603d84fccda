import type { Page } from '@playwright/test'
import { pdf } from '#test/support/resources/files.ts'
import { expect, test } from '../support/fixtures.ts'
import { stageGroup, stageMember } from '../support/groups.ts'
import { go } from '../support/navigation.ts'
import {
  type StagedClient,
  type StagedCoach,
  callApi,
  signIn,
  stageClient,
  stageCoach,
} from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { stageSession } from '../support/stage.ts'

const TEXT = 'Pedir la reunión con mi jefa'

const partOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

/** Three sessions of the afternoon, held and closed one after the other, by the API. */
async function holdThree(server: TestServer, coach: StagedCoach, client: StagedClient): Promise<void> {
  for (const hour of [16, 18, 20]) {
    const [startsAt, endsAt] = [`2027-02-02T${hour}:00:00.000Z`, `2027-02-02T${hour + 1}:00:00.000Z`]
    const id = await stageSession(server, coach, client, startsAt, endsAt)
    await server.jumpTo(endsAt)
    const attendance = [{ personId: client.clientId, state: 'present' }]
    const body = {
      outcome: 'completed',
      realMinutes: 50,
      attendance,
      summary: '',
      privateNotes: '',
      actions: [],
    }
    await callApi(server, 'POST', `/v1/session/${id}/close`, { token: coach.token, body })
  }
}

// @spec P.136
test('an action from the coach’s dialog until it is done, with both watching', async ({ person, server }) => {
  const staged = await stageCoach(server)
  const other = await stageClient(server, staged)
  for (const action of [
    { text: 'Escribir tres logros', dueOn: '2027-02-05' },
    { text: 'Dormir siete horas' },
  ]) {
    const body = { ...action, clientId: other.clientId }
    await callApi(server, 'POST', '/v1/action', { token: staged.token, body })
  }
  const [coach, client] = [await person(), await person()]
  await signIn(coach, staged.email, `/clients/view/${other.clientId}?tab=actions`)
  await signIn(client, other.email, '/actions')
  const tick = (page: Page, part: string) => partOf(page, part).getByRole('checkbox', { name: TEXT })

  await test.step('the coach gives one for today with a reminder; it comes to the client’s list live', async () => {
    await expect(partOf(client, 'Esta semana').getByText('Escribir tres logros')).toBeVisible()
    await expect(partOf(client, 'Después').getByText('Dormir siete horas')).toBeVisible()
    await coach.getByRole('button', { name: 'Acción', exact: true }).click()
    const dialog = coach.getByRole('dialog', { name: 'Nueva acción para Mariana' })
    await dialog.getByLabel('Acción').fill(TEXT)
    await dialog.getByLabel('Más detalles').fill('Con dos ejemplos escritos')
    await dialog.getByLabel('¿Para cuándo?').click()
    await coach.getByRole('button', { name: /\b2 de febrero/ }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Recordarle ese día a las 9:00' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Agregar acción' }).click()
    await expect(tick(client, 'Hoy')).toBeVisible()
    await expect(tick(coach, 'Hoy')).toBeVisible()
  })

  await test.step('the client ticks it, takes it back, and ticks it again; the coach sees each', async () => {
    await tick(client, 'Hoy').click()
    await expect(tick(client, 'Hechas')).toBeChecked()
    await expect(tick(coach, 'Hechas')).toBeChecked()
    await client.getByRole('button', { name: 'Deshacer' }).click()
    await expect(tick(client, 'Hoy')).not.toBeChecked()
    await expect(tick(coach, 'Hoy')).not.toBeChecked()
    await tick(client, 'Hoy').click()
    await expect(tick(coach, 'Hechas')).toBeChecked()
  })

  await test.step('the client says how it went, and the coach reads it', async () => {
    await partOf(client, 'Hechas').getByRole('link', { name: TEXT }).click()
    const own = client.getByRole('dialog', { name: TEXT })
    await own.getByLabel('¿Cómo te fue?').fill('Me dijo que sí a la primera')
    await own.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(client.getByText('Tu comentario se guardó.')).toBeVisible()
    await partOf(coach, 'Hechas').getByRole('link', { name: TEXT }).click()
    await expect(
      coach.getByRole('dialog', { name: TEXT }).getByText('Me dijo que sí a la primera'),
    ).toBeVisible()
  })

  await test.step('the client attaches what shows it; the coach sees it and opens it, and it can be taken back', async () => {
    const own = client.getByRole('dialog', { name: TEXT })
    const read = coach.getByRole('dialog', { name: TEXT }).getByRole('region', { name: 'Evidencias' })
    await own.locator('input[type=file]').setInputFiles({
      name: 'Correo de mi jefa.pdf',
      mimeType: 'application/pdf',
      buffer: pdf('Reunion el martes'),
    })
    await expect(own.getByRole('button', { name: 'Descargar Correo de mi jefa.pdf' })).toBeVisible()
    await expect(read.getByRole('button', { name: 'Descargar Correo de mi jefa.pdf' })).toBeVisible()
    const download = coach.waitForEvent('download')
    await read.getByRole('button', { name: 'Descargar Correo de mi jefa.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('Correo de mi jefa.pdf')
    // The coach reads it and cannot remove it.
    await expect(read.getByRole('button', { name: /Quitar/ })).toBeHidden()

    await own.getByRole('button', { name: 'Quitar Correo de mi jefa.pdf' }).click()
    await expect(read).toBeHidden()
    await client.getByRole('button', { name: 'Deshacer' }).click()
    await expect(read.getByRole('button', { name: 'Descargar Correo de mi jefa.pdf' })).toBeVisible()
  })

  await test.step('a file that is not what its name says is refused in place, and nothing is kept', async () => {
    const own = client.getByRole('dialog', { name: TEXT })
    await own.locator('input[type=file]').setInputFiles({
      name: 'Foto.png',
      mimeType: 'image/png',
      buffer: pdf('No es una foto'),
    })
    await expect(own.getByRole('alert')).toBeVisible()
    await expect(own.getByRole('button', { name: /Descargar/ })).toHaveCount(1)
  })

  await test.step('one that stays open for three sessions asks whether to make it smaller', async () => {
    await holdThree(server, staged, other)
    await go(client, '/actions')
    await partOf(client, 'Después').getByRole('link', { name: 'Dormir siete horas' }).click()
    const stays = client.getByRole('dialog', { name: 'Dormir siete horas' })
    await expect(stays.getByText('Lleva 3 sesiones abierta. ¿La hacemos más pequeña?')).toBeVisible()
    await stays.getByRole('button', { name: 'Hacerla más pequeña' }).click()
    const smaller = client.getByRole('dialog', { name: 'Editar acción' })
    await smaller.getByLabel('Acción').fill('Apagar el teléfono a las once')
    await smaller.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(client.getByRole('dialog', { name: 'Apagar el teléfono a las once' })).toBeVisible()
  })

  await test.step('after its day it is overdue', async () => {
    await server.jumpTo('2027-02-07T16:00:00.000Z')
    await client.clock.setSystemTime('2027-02-07T16:00:00.000Z')
    await go(client, '/actions')
    await expect(partOf(client, 'Vencidas').getByText('Escribir tres logros')).toBeVisible()
  })
})

// @spec P.134, P.136
test('an action for a whole group is one for each member, who ticks it for themselves @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const groupId = await stageGroup(server, staged, { name: 'Primeras jefaturas' })
  const [mariana, diego] = [
    await stageClient(server, staged),
    await stageClient(server, staged, { name: 'Diego', lastName: 'Ruiz' }),
  ]
  for (const { clientId } of [mariana, diego]) await stageMember(server, staged, groupId, { clientId })
  const [coach, client] = [await person(), await person()]
  await signIn(coach, staged.email, `/groups/view/${groupId}?tab=actions`)
  await signIn(client, mariana.email, '/actions')

  await coach.getByRole('button', { name: 'Nueva acción' }).click()
  const dialog = coach.getByRole('dialog', { name: 'Nueva acción para el grupo' })
  await dialog.getByLabel('Acción').fill(TEXT)
  await dialog.getByRole('button', { name: 'Agregar acción' }).click()
  const table = coach.getByRole('region', { name: 'Acciones de cada integrante' })
  await expect(table.getByText('0 de 2 hechas')).toBeVisible()

  await partOf(client, 'Después').getByRole('checkbox', { name: TEXT }).click()
  await expect(table.getByText('1 de 2 hechas')).toBeVisible()
  await expect(table.getByRole('button', { name: 'Mariana Torres: Hecha' })).toBeVisible()
  await expect(table.getByRole('button', { name: 'Diego Ruiz: Pendiente' })).toBeVisible()
  // Of what the others do a member sees nothing.
  await expect(client.getByText('Diego')).toBeHidden()
})
