import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseOption, stageGroup, stageMember } from '../support/groups.ts'
import { go, settled } from '../support/navigation.ts'
import {
  TIJUANA,
  callApi,
  mailed,
  moveToTijuana,
  newEmail,
  signIn,
  stageClient,
  stageCoach,
} from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { stagePractice } from '../support/stage.ts'

const SUMMARY = 'Vas a pedir la reunión con dos ejemplos escritos.'
const PRIVATE = 'Evita el conflicto con su jefa.'
const OWN = 'Preguntarle qué teme que conteste.'

/** Moves server and browsers on. */
async function goTo(server: TestServer, iso: string, ...pages: Page[]) {
  await server.jumpTo(iso)
  for (const page of pages) await page.clock.setSystemTime(iso)
}

// @spec P.47, P.48, P.49, P.140
test('a session prepared, read, closed, rated, mailed and corrected @long', async ({ person, server }) => {
  const { coach: staged, client: stagedClient, sessions } = await stagePractice(server)
  const sessionId = sessions.confirmed
  await moveToTijuana(server, stagedClient)
  const client = await person({ timezoneId: TIJUANA })
  const coach = await person()
  await signIn(client, stagedClient.email)
  await signIn(coach, staged.email)

  await test.step('the client prepares; it is saved automatically and is there after a reload', async () => {
    await client.getByRole('link', { name: 'Preparar' }).click()
    await expect(client).toHaveURL(new RegExp(`/session/view/${sessionId}#preparation$`))
    await expect(client.getByText('10:00 h para ti · 12:00 h para tu coach')).toBeVisible()
    await client.getByLabel('¿En qué quieres enfocarte hoy?').fill('Pedir la reunión sin rodeos')
    await client.getByRole('radio', { name: '7', exact: true }).press('Space')
    await expect(client.getByText('Guardado')).toBeVisible()
    await client.reload()
    await expect(client.getByLabel('¿En qué quieres enfocarte hoy?')).toHaveValue(
      'Pedir la reunión sin rodeos',
    )
  })

  await test.step('the coach reads it in the ficha, with the last agreements and what is still open', async () => {
    await coach.getByRole('link', { name: 'Ficha' }).click()
    // Its title comes with its data, and is where one is.
    await expect(coach.getByRole('heading', { level: 1, name: 'Ficha de la sesión' })).toBeFocused()
    await expect(coach.getByText('Pedir la reunión sin rodeos')).toBeVisible()
    await expect(coach.getByText('7 de 10')).toBeVisible()
    await expect(coach.getByText('Acordamos hablar con su jefa esta semana.')).toBeVisible()
    await expect(coach.getByText('Escribir tres logros del año').last()).toBeVisible()
    const notes = coach.getByRole('textbox', { name: 'Tus notas de preparación' })
    await notes.fill(OWN)
    await expect(coach.getByText('Guardado')).toBeVisible()
    await coach.reload()
    await expect(notes).toHaveValue(OWN)
    // On paper it is one page; what is still loading would be on it too.
    await settled(coach)
    const paper = (await coach.pdf({ format: 'Letter' })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })

  await test.step('once it is over, the client says how it was', async () => {
    await goTo(server, '2027-02-02T19:35:00.000Z', coach, client)
    await client.goto(`/ending/${sessionId}`)
    await expect(client.getByRole('heading', { name: 'Tu sesión terminó' })).toBeVisible()
    const send = client.getByRole('button', { name: 'Enviar' })
    await send.click()
    await expect(client.getByText('Campo requerido').first()).toBeVisible()
    for (const question of [
      'Me sentí escuchado(a)',
      'Trabajamos lo que yo quería',
      'Me llevo algo claro',
      '¿Qué tanto avanzaste hoy?',
    ]) {
      await client.getByRole('radiogroup', { name: question }).getByRole('radio', { name: '10' }).check()
    }
    await client.getByLabel('¿Quieres decirle algo a Ana?').fill('Me sirvió ensayar.')
    await send.click()
    await expect(client.getByText('¡Gracias! Tu coach lo leerá.')).toBeVisible()
    await go(client, '/dashboard')
  })

  await test.step('the coach closes it on one screen, the next session with it', async () => {
    await coach.goto(`/ending/${sessionId}`)
    await coach.getByRole('link', { name: 'Sí, se llevó a cabo' }).click()
    await expect(coach.getByText(OWN)).toBeVisible()
    await coach
      .getByRole('radiogroup', { name: 'Qué pasa con: Escribir tres logros del año' })
      .getByText('Hecha')
      .click()
    await coach.getByLabel('Resumen para Mariana').fill(SUMMARY)
    await coach.getByLabel('Notas privadas').fill(PRIVATE)
    await coach.getByLabel('Acción 1', { exact: true }).fill('Escribir los dos ejemplos')
    await coach.getByRole('textbox', { name: 'Avance de Delegar tres decisiones' }).fill('3')
    await coach.getByRole('checkbox', { name: /al cerrar$/ }).check()
    await coach.getByRole('button', { name: 'Cerrar sesión de coaching' }).click()
    await expect(coach.getByText(/La próxima quedó agendada: martes 9 de febrero, 12:00/)).toBeVisible()
    await expect(coach.getByText(PRIVATE)).toBeVisible()
    // The record has replaced the form.
    await expect(coach.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(coach.getByText('Me sirvió ensayar.')).toBeVisible()
    await expect(coach.getByText('De 66% a 100% · 3 decisiones')).toBeVisible()
  })

  await test.step('the client’s dashboard changes live, and their record has nothing private', async () => {
    await expect(client.getByText(SUMMARY)).toBeVisible()
    await expect(client.getByText(/^Martes 9 de febrero, 10:00–11:00\sh/i).first()).toBeVisible()
    await client.getByRole('link', { name: 'Leer el resumen completo' }).click()
    await expect(client.getByRole('checkbox', { name: 'Escribir los dos ejemplos' })).toBeVisible()
    await expect(client.getByText('De 66% a 100% · 3 decisiones')).toBeVisible()
    await expectAccessible(client, 'a record with goals')
    expect(await client.content()).not.toContain(PRIVATE)
    expect(await client.content()).not.toContain(OWN)
  })

  await test.step('the summary is sent by mail, and downloaded as a file', async () => {
    await coach.getByRole('button', { name: 'Enviar resumen' }).click()
    await expect(coach.getByText('Resumen enviado.')).toBeVisible()
    const text = await mailed(server, stagedClient.email, new RegExp(`[^]*${SUMMARY}[^]*`))
    expect(text).not.toContain(PRIVATE)
    const download = coach.waitForEvent('download')
    await coach.getByRole('button', { name: 'Descargar PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  })

  await test.step('two days later a correction needs a reason', async () => {
    await goTo(server, '2027-02-04T19:40:00.000Z', coach, client)
    await coach.goto(`/session/finished/${sessionId}`)
    await coach.getByRole('button', { name: 'Corregir' }).click()
    await coach.getByLabel('Resumen para Mariana').fill('Vas a pedir la reunión con tres ejemplos.')
    const save = coach.getByRole('button', { name: 'Guardar corrección' })
    await save.click()
    const reason = coach.getByRole('textbox', { name: /^Motivo de la corrección/ })
    await expect(reason).toHaveAccessibleDescription(/Campo requerido/)
    await reason.fill('Eran tres ejemplos')
    await save.click()
    await expect(coach.getByText('Cierre corregido.')).toBeVisible()
    await expect(coach.getByText(/corregida el 4 de febrero/)).toBeVisible()
  })
})

test('a session is closed by two clicks and writing, from the dashboard', async ({ person, server }) => {
  const { coach: staged } = await stagePractice(server)
  const coach = await person()
  await goTo(server, '2027-02-02T19:35:00.000Z', coach)
  await signIn(coach, staged.email)
  const clicks = await countClicks(coach)
  await coach.getByRole('link', { name: 'Cerrar: Sesión 3 con Mariana' }).click()
  await coach.getByLabel('Resumen para Mariana').fill(SUMMARY)
  await coach.getByRole('button', { name: 'Cerrar sesión de coaching' }).click()
  await expect(coach.getByText('Sesión cerrada. Mariana ya puede ver el resumen.')).toBeVisible()
  expect(await clicks()).toBe(2)
})

// @spec P.51, P.53
test('a group session closed with attendance; a member reads their own alone @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const mariana = await stageClient(server, staged)
  const groupId = await stageGroup(server, staged, { name: 'Primeras jefaturas', capacity: 3 })
  await stageMember(server, staged, groupId, { clientId: mariana.clientId })
  const andres = await stageClient(server, staged, { name: 'Andrés', lastName: 'Castillo' })
  await stageMember(server, staged, groupId, { clientId: andres.clientId })
  // Somebody invited has not joined yet, and does not count as attending.
  const ivan = { name: 'Iván', lastName: 'Rosales', email: newEmail('ivan') }
  await stageMember(server, staged, groupId, ivan)
  const book = async (day: string) => {
    const body = {
      type: 'Group',
      groupId,
      startsAt: `${day}T12:00:00.000Z`,
      endsAt: `${day}T13:00:00.000Z`,
      outsideHours: true,
      channel: 'meet',
      meetingUrl: 'https://meet.example.org/jefaturas',
    }
    return callApi<{ id: string }>(server, 'POST', '/v1/session', { token: staged.token, body })
  }
  const { id: sessionId } = await book('2027-02-02')
  await book('2027-02-09')
  const coach = await person()
  await signIn(coach, staged.email, `/session/finished/${sessionId}`)
  await expect(coach.getByText('2 de 2 asistieron')).toBeVisible()
  await coach.getByRole('radiogroup', { name: 'Asistencia de Andrés Castillo' }).getByText('Faltó').click()
  await expect(coach.getByText('1 de 2 asistieron')).toBeVisible()
  await coach.getByLabel('Resumen para Primeras jefaturas').fill('Cada quien delega una tarea.')
  await coach.getByLabel('Acción 1', { exact: true }).fill('Delegar una tarea')
  await coach.getByRole('button', { name: 'Cerrar sesión de coaching' }).click()
  await expect(coach.getByText('Sesión cerrada. Primeras jefaturas ya puede ver el resumen.')).toBeVisible()
  await expect(coach.getByRole('listitem').filter({ hasText: 'Andrés Castillo' })).toContainText('No asistió')

  const member = await person()
  await signIn(member, mariana.email, `/ending/${sessionId}`)
  await expect(member.getByText('Cada quien delega una tarea.')).toBeVisible()
  await expect(member.getByRole('checkbox', { name: 'Delegar una tarea' })).toHaveCount(1)
  expect(await member.content()).not.toContain('Andrés')

  await go(coach, `/groups/view/${groupId}`)
  await expect(coach.getByRole('link', { name: '2 de febrero: asistieron 1 de 2' })).toBeVisible()
  await coach.getByRole('tab', { name: 'Integrantes' }).click()
  await expect(coach.getByRole('listitem').filter({ hasText: 'Andrés Castillo' })).toContainText(
    'Asistió a 0 de 1 sesión',
  )
  await coach.getByRole('tab', { name: 'Sesiones' }).click()
  await coach.getByRole('tab', { name: /^Pasadas/ }).click()
  await expect(coach.getByRole('article').getByText('Finalizada')).toBeVisible()
  await chooseOption(coach, 'Primeras jefaturas', 'Finalizar')
  const finishing = coach.getByRole('dialog')
  await expect(finishing.getByText('Se cancelará 1 sesión y le avisaremos al grupo:')).toBeVisible()
  await expect(finishing.getByText(/martes 9 de febrero/i)).toBeVisible()
})
