import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { go, holdAnswer } from './support/navigation.ts'
import { callApi, moveToTijuana, pressTwice, signIn, stageClient, stageCoach } from './support/people.ts'
import type { TestServer } from './support/server.ts'

/** Moves the clocks of the server and all browsers to an instant of the same day. */
async function atOnce(server: TestServer, pages: readonly Page[], instant: string) {
  await server.jumpTo(instant)
  for (const page of pages) {
    await page.clock.setSystemTime(instant)
    await page.reload()
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog')

// @spec 2.9, 2.10, 2.11
test('a session across two zones: asked for, proposed, chosen, moved with and without consent, cancelled late', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const mariana = await stageClient(server, staged)
  await moveToTijuana(server, mariana)
  const [coach, client] = [await person(), await person()]

  await test.step('the client asks for a free start, in their own time', async () => {
    await signIn(client, mariana.email, '/session/new')
    await client.getByRole('button', { name: /^viernes 5 de febrero/ }).click()
    await client.getByRole('button', { name: '8:00 h 10:00 h para tu coach' }).click()
    await expect(
      client.getByText(
        'Puedes cancelar hasta 24 horas antes; si cancelas después, cuenta como cancelación tardía. Puedes mover hasta 24 horas antes (con menos de 48, tu coach lo confirma).',
      ),
    ).toBeVisible()
    await client.getByLabel('¿Qué quieres trabajar?').fill('Preparar mi evaluación')
    await client.getByRole('button', { name: 'Solicitar sesión' }).click()
    await expect(client).toHaveURL(/\/session\/view\//)
    await expect(client.getByText('Por confirmar')).toBeVisible()
  })
  const sessionId = new URL(client.url()).pathname.split('/').at(-1)!
  // From here on everything fits into one day: two hours of notice, four for a move without consent.
  await callApi(server, 'PUT', `/v1/coach/recurring-calendar/${staged.id}`, {
    token: staged.token,
    body: { minNoticeMin: 0, cancelNoticeMin: 120 },
  })

  await test.step('the coach sees both times and proposes two others', async () => {
    await signIn(coach, staged.email, `/session/confirm/${sessionId}`)
    await expect(coach.getByText('10:00 h para ti · 8:00 h para Mariana')).toBeVisible()
    await expect(coach.getByText('Ese horario está libre en tu calendario.')).toBeVisible()
    await coach.getByRole('button', { name: 'Proponer otro horario' }).click()
    const dialog = dialogOf(coach)
    await dialog.getByRole('button', { name: /^martes 2 de febrero/ }).click()
    await dialog.getByRole('button', { name: '13:00 h 11:00 h para Mariana' }).click()
    await dialog.getByRole('button', { name: '17:00 h 15:00 h para Mariana' }).click()
    await dialog.getByRole('button', { name: 'Proponer 2 horarios' }).click()
    await expect(coach.getByText('Le enviamos tus horarios a Mariana.')).toBeVisible()
    await expect(coach.getByText('Propusiste otros horarios. Mariana elegirá uno.')).toBeVisible()
    // Each side has its own word for it, and the coach can withdraw it.
    await expect(coach.getByText('Propusiste otro horario', { exact: true })).toBeVisible()
    await expect(client.getByText('Te proponen otro horario', { exact: true })).toBeVisible()
    await coach.getByRole('button', { name: 'Retirar propuesta' }).click()
    await expect(dialogOf(coach).getByText('¿Retirar los horarios que propusiste?')).toBeVisible()
    await dialogOf(coach).getByRole('button', { name: 'Volver' }).click()
  })

  await test.step('the client chooses one without reloading, and the coach sees it confirmed', async () => {
    await expect(client.getByText('Ana te propone otro horario. ¿Cuál te queda mejor?')).toBeVisible()
    await client.getByRole('radio', { name: /martes 2 de febrero, 11:00–12:00\sh/ }).check()
    const question = client.getByText('Ana te propone otro horario. ¿Cuál te queda mejor?')
    await holdAnswer(client, '**/v1/session/*/accept', () => expect(question).toHaveCount(0))
    await client.getByRole('button', { name: 'Elegir este horario' }).click()
    await expect(client.getByText('¡Listo! Tu sesión con Ana quedó confirmada.')).toBeVisible()
    await expect(coach.getByText('Confirmada')).toBeVisible()
    await expect(coach.getByText(/martes 2 de febrero, 13:00–14:00\sh/i)).toBeVisible()
  })

  await test.step('early enough the client moves it at once', async () => {
    await client.getByRole('button', { name: 'Mover sesión' }).click()
    const dialog = dialogOf(client)
    await expect(dialog.getByText('El cambio queda hecho al momento.')).toBeVisible()
    // The days that were known before may still be shown, from when more notice was asked for.
    await dialog.getByRole('button', { name: /^martes 2 de febrero/ }).click()
    await dialog
      .getByRole('button', { name: /^13:00\sh 15:00\sh|^14:30\sh 16:30\sh/ })
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Mover a este horario' }).click()
    await expect(client.getByText('Sesión movida. Ya le avisamos a Ana.')).toBeVisible()
    await expect(coach.getByText(/martes 2 de febrero, 16:30–17:30\sh/i)).toBeVisible()
  })

  await test.step('both write the agenda, live', async () => {
    await coach.getByLabel('Nuevo tema de la sesión').fill('Repasar acuerdos')
    await coach.getByRole('button', { name: 'Agregar', exact: true }).click()
    await expect(client.getByRole('checkbox', { name: /Repasar acuerdos/ })).toBeVisible()
    await client.getByLabel('Nuevo tema de la sesión').fill('Hablar de la junta')
    await client.getByRole('button', { name: 'Agregar', exact: true }).click()
    const theirs = coach.getByRole('checkbox', { name: /Hablar de la junta/ })
    await theirs.click()
    await expect(theirs).toBeChecked()
    await expect(client.getByRole('checkbox', { name: /Hablar de la junta/ })).toBeChecked()
  })

  await test.step('nearer the coach is asked: declined once, accepted once', async () => {
    // Three hours before: between twice the notice and the notice.
    await atOnce(server, [coach, client], '2027-02-02T19:30:00.000Z')
    const ask = async () => {
      await client.getByRole('button', { name: 'Mover sesión' }).click()
      const dialog = dialogOf(client)
      await expect(dialog.getByText(/Faltan menos de 4 horas, así que Ana tiene que aceptar/)).toBeVisible()
      await dialog.getByRole('button', { name: '16:00 h 18:00 h para tu coach' }).click()
      await dialog.getByRole('button', { name: 'Pedir el cambio' }).click()
      await expect(client.getByText(/Pediste mover la sesión/)).toBeVisible()
      await coach.getByRole('link', { name: 'Responder' }).click()
      await expect(coach.getByRole('heading', { name: 'Cambio de horario' })).toBeVisible()
    }
    await ask()
    await coach.getByRole('button', { name: 'Dejarla como estaba' }).click()
    await expect(client.getByText(/Pediste mover la sesión/)).toBeHidden()
    await expect(client.getByText(/martes 2 de febrero, 14:30–15:30\sh/i)).toBeVisible()
    await ask()
    await coach.getByRole('button', { name: 'Aceptar el cambio' }).click()
    await expect(coach.getByText('Sesión movida. Ya le avisamos a Mariana.')).toBeVisible()
    await expect(client.getByText(/martes 2 de febrero, 16:00–17:00\sh/i)).toBeVisible()
    await go(coach, `/session/confirm/${sessionId}`)
    await expect(coach.getByText('Esta solicitud ya no espera tu respuesta.')).toBeVisible()
    await expect(coach.getByRole('heading', { level: 1, name: 'Solicitud de sesión' })).toBeVisible()
    await coach.getByRole('link', { name: 'Ver la sesión' }).click()
    await expect(coach).toHaveURL(/\/session\/view\//)
  })

  await test.step('inside the notice a cancellation is late, which is said before', async () => {
    await atOnce(server, [coach, client], '2027-02-02T23:00:00.000Z')
    await expect(client.getByText(/Ya no se puede mover: faltan menos de 2 horas/)).toBeVisible()
    await client.getByRole('button', { name: 'Cancelar sesión' }).click()
    const dialog = dialogOf(client)
    await expect(dialog.getByText(/Faltan menos de 2 horas/)).toBeVisible()
    await dialog.getByLabel('Motivo').fill('Me surgió un imprevisto')
    await dialog.getByRole('button', { name: 'Sí, cancelar' }).click()
    await expect(client.getByText('La cancelaste', { exact: true })).toBeVisible()
    await expect(coach.getByText('Cancelación tardía')).toBeVisible()
    await coach.getByRole('button', { name: 'Historial' }).click()
    for (const what of ['Sesión solicitada', 'Otros horarios propuestos', 'Sesión confirmada']) {
      await expect(coach.getByText(what, { exact: true })).toBeVisible()
    }
    await expect(coach.getByText('Cambio de horario', { exact: true })).toHaveCount(2)
    // Under the state, and in the history.
    await expect(coach.getByText('Motivo: Me surgió un imprevisto', { exact: true })).toHaveCount(2)
  })
})

// @spec 2.8
test('a weekly series over 14 March: clashes settled, the drift shown, one and the following cancelled', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const mariana = await stageClient(server, staged)
  await moveToTijuana(server, mariana)
  const andres = await stageClient(server, staged, { name: 'Andrés', lastName: 'Castillo' })
  await callApi(server, 'POST', '/v1/session', {
    token: staged.token,
    body: {
      type: 'Client',
      clientId: andres.clientId,
      title: 'Cierre con Andrés',
      startsAt: '2027-03-09T16:00:00.000Z',
      endsAt: '2027-03-09T17:00:00.000Z',
    },
  })
  const [coach, client] = [await person(), await person()]

  await test.step('every start is shown before anything is written', async () => {
    // Tuesday 2 March, 10:00 in Mexico City.
    const form = `/calendar/session/new/Client?clientId=${mariana.clientId}`
    await signIn(coach, staged.email, `${form}&startsAt=2027-03-02T16:00:00.000Z`)
    await expect(coach.getByText('Para Mariana: 8:00 h')).toBeVisible()
    await coach.getByRole('button', { name: 'Más opciones' }).click()
    await coach.getByRole('combobox', { name: 'Se repite' }).click()
    await coach.getByRole('option', { name: 'Cada semana' }).click()
    await coach.getByLabel('Cuántas sesiones').fill('4')
    const series = coach.getByRole('region', { name: 'Sesiones de la serie' })
    await expect(series.getByText('4 sesiones')).toBeVisible()
    await expect(series.getByText('A partir del 16 de marzo, 9:00 h para Mariana')).toBeVisible()
    await expect(series.getByText('Se empalma con Cierre con Andrés')).toBeVisible()
    await expect(coach.getByRole('button', { name: 'Agendar 4 sesiones' })).toBeDisabled()
    await series.getByRole('button', { name: /^Omitir: martes 9 de marzo/ }).click()
    await expect(series.getByText('No se agendará')).toBeVisible()
    const book = coach.getByRole('button', { name: 'Agendar 3 sesiones' })
    await expect(coach.getByText('3 sesiones, la primera:')).toBeVisible()
    // Decisions are kept while the rule around them changes.
    await coach.getByLabel('Cuántas sesiones').fill('5')
    await expect(series.getByText('5 sesiones')).toBeVisible()
    await expect(series.getByText('No se agendará')).toBeVisible()
    await coach.getByLabel('Cuántas sesiones').fill('4')
    await expect(series.getByText('4 sesiones')).toBeVisible()
    await expect(series.getByText('No se agendará')).toBeVisible()
    await pressTwice(book)
    await expect(coach.getByText('3 sesiones agendadas con Mariana. Ya le avisamos.')).toBeVisible()
  })

  await test.step('the coach keeps 10:00, the client goes from 8:00 to 9:00', async () => {
    await signIn(client, mariana.email, `/sessions/${mariana.clientId}/Client`)
    await expect(client.getByText(/martes 2 de marzo, 8:00–9:00\sh/i)).toBeVisible()
    await expect(client.getByText(/martes 16 de marzo, 9:00–10:00\sh/i)).toBeVisible()
    await expect(client.getByText('9:00 h para ti · 10:00 h para tu coach')).toHaveCount(2)
    await expect(client.getByText(/martes 9 de marzo/i)).toHaveCount(0)
  })

  await test.step('a change of the whole series asks how much of it', async () => {
    await coach.getByRole('button', { name: 'Más', exact: true }).click()
    await coach.getByRole('menuitem', { name: 'Editar' }).click()
    await expect(coach).toHaveURL(/\/calendar\/session\/edit\/Client\//)
    await coach.getByText('Todas', { exact: true }).click()
    await coach.getByLabel('Objetivo').fill('Cerrar el trimestre')
    await coach.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(coach.getByText('Cambios guardados.')).toBeVisible()
    await go(coach, `/sessions/${mariana.clientId}/Client`)
    await coach.getByRole('link', { name: 'Sesión 2 con Mariana' }).click()
    await expect(coach.getByText('Cerrar el trimestre')).toBeVisible()
    await coach.getByRole('button', { name: 'Más', exact: true }).click()
    await coach.getByRole('menuitem', { name: 'Cancelar sesión' }).click()
    const dialog = dialogOf(coach)
    await dialog.getByLabel('Motivo').fill('Pausa acordada')
    await dialog.getByText('Esta y las siguientes').click()
    await dialog.getByRole('button', { name: 'Sí, cancelar' }).click()
    await expect(coach.getByText('Sesiones canceladas. Ya le avisamos a Mariana.')).toBeVisible()
    await expect(client.getByText(/martes 16 de marzo/i)).toBeHidden()
    await client.getByRole('tab', { name: /Canceladas/ }).click()
    await expect(client.getByText(/martes 16 de marzo/i)).toBeVisible()
    await expect(client.getByText(/martes 23 de marzo/i)).toBeVisible()
  })
})
