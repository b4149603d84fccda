import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { stageGroup, stageMember } from './support/groups.ts'
import { go, holdAnswer } from './support/navigation.ts'
import { callApi, signIn, stageClient, stageCoach } from './support/people.ts'
import { stagePractice } from './support/stage.ts'

/** A touch screen of a phone's size. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

test('asking for a session moves the page only after a choice, and the first preparation does not ask about a last session @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  await callApi(server, 'PUT', `/v1/coach/recurring-calendar/${coach.id}`, {
    token: coach.token,
    body: { durations: [30, 60] },
  })
  const page = await person(PHONE)
  await signIn(page, client.email, '/session/new')
  await expect(page.getByText('Paso 2 de 3')).toBeAttached()
  expect(await scrolled(page)).toBe(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Agendar sesión' })).toBeInViewport()

  const week = page.getByText(/^\d+ (de \S+ )?– \d+ de /)
  const before = await week.textContent()
  await page.getByRole('button', { name: 'Semana siguiente' }).tap()
  await expect(week).not.toHaveText(before!)
  await expect(page.getByText('Paso 2 de 3')).toBeAttached()
  expect(await scrolled(page)).toBe(0)
  const length = page.getByRole('radio', { name: '30 min' })
  await length.press('Space')
  await expect(length).toBeChecked()
  await expect(page.getByText('Paso 2 de 3')).toBeAttached()
  expect(await scrolled(page)).toBe(0)

  await page.getByRole('group', { name: 'Días con horarios disponibles' }).getByRole('button').last().tap()
  const hours = page.getByRole('group', { name: /^Horarios libres/ })
  await expect(hours).toBeInViewport()
  await hours.getByRole('button').first().tap()
  await expect(page.getByRole('button', { name: 'Solicitar sesión' })).toBeInViewport()

  await callApi(server, 'POST', '/v1/session', {
    token: coach.token,
    body: {
      type: 'Client',
      clientId: client.clientId,
      startsAt: '2027-02-02T20:00:00.000Z',
      endsAt: '2027-02-02T21:00:00.000Z',
      outsideHours: true,
    },
  })
  await go(page, '/dashboard')
  await page.getByRole('link', { name: 'Preparar' }).tap()
  await expect(page.getByRole('heading', { name: 'Prepara tu sesión' })).toBeInViewport()
  await expect(page.getByLabel('¿En qué quieres enfocarte hoy?')).toBeVisible()
  await expect(page.getByLabel('¿Qué avanzaste desde la última sesión?')).toHaveCount(0)
})

test('every screen of a client is a tap away, and pending questions are shown', async ({
  person,
  server,
}) => {
  const { coach, client, sessions } = await stagePractice(server)
  const page = await person(PHONE)
  await signIn(page, client.email)
  const bar = page.getByRole('navigation', { name: 'Accesos rápidos' })

  await test.step('the bar leads to what is built', async () => {
    for (const [place, title] of [
      ['Mensajes', 'Mensajes'],
      ['Metas', 'Metas'],
      ['Acciones', 'Acciones'],
    ] as const) {
      await bar.getByRole('link', { name: place }).tap()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
    for (const link of await bar.getByRole('link').all()) {
      await link.tap()
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(page.getByText('Estamos preparando esta sección.')).toHaveCount(0)
    }
  })

  await test.step('the text of an action opens it, its box ticks it, and what is overdue comes first', async () => {
    await bar.getByRole('link', { name: 'Acciones' }).tap()
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/Vencidas/)
    await page.getByRole('link', { name: 'Dormir siete horas' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Dormir siete horas' })
    await expect(dialog.getByText(/Era para el/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cerrar' }).tap()
    const box = page.getByRole('checkbox', { name: 'Dormir siete horas' })
    await expect(box).not.toBeChecked()
    // The area beside the circle ticks it too: touch targets have 44 px.
    const { x, y } = (await box.boundingBox())!
    await page.touchscreen.tap(x - 5, y - 5)
    await expect(box).toBeChecked()
  })

  await test.step('before its time a session goes into the calendar, ten minutes ahead one joins', async () => {
    await bar.getByRole('link', { name: 'Inicio' }).tap()
    const next = page.getByRole('region', { name: 'Próxima sesión' })
    const buttons = next.locator('button, a[href]')
    await expect(buttons.first()).toHaveText('Agregar a mi calendario')
    await expect(next.getByRole('link', { name: /^Unirme/ })).toBeVisible()
    await buttons.first().tap()
    const google = page.getByRole('menuitem', { name: 'Google' })
    expect((await google.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Escape')
    await server.jumpTo('2027-02-02T17:52:00.000Z')
    await page.clock.setSystemTime('2027-02-02T17:52:00.000Z')
    await page.reload()
    await expect(buttons.first()).toHaveAccessibleName(/^Unirme/)
  })

  await test.step('a closed dialog gives the focus back', async () => {
    await go(page, `/session/view/${sessions.requested}`)
    const cancel = page.getByRole('button', { name: 'Cancelar sesión' })
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'No, conservarla' }).tap(),
    ]) {
      await cancel.tap()
      await expect(page.getByRole('dialog')).toBeVisible()
      await close()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(cancel).toBeFocused()
    }
  })

  await test.step('a session that the coach cancelled offers to book another one', async () => {
    await callApi(server, 'POST', `/v1/session/${sessions.requested}/reject`, {
      token: coach.token,
      body: { reason: 'Ese día no puedo' },
    })
    await bar.getByRole('link', { name: 'Inicio' }).tap()
    await expect(page.getByText(/^Ana no pudo aceptar tu sesión del/)).toBeVisible()
    await page.getByRole('link', { name: 'Agendar otra' }).tap()
    await expect(page).toHaveURL(/\/session\/new$/)
  })

  await test.step('a session that was held asks how it was, in one row of chips with none chosen', async () => {
    await bar.getByRole('link', { name: 'Inicio' }).tap()
    await expect(page.getByRole('heading', { name: 'Califica tu sesión' })).toBeVisible()
    await page
      .getByRole('link', { name: /^Calificar/ })
      .first()
      .tap()
    const scores = page.getByRole('radiogroup').first().getByRole('radio')
    await expect(scores).toHaveCount(11)
    const boxes = await Promise.all((await scores.all()).map((score) => score.boundingBox()))
    expect(new Set(boxes.map((box) => Math.round(box!.y))).size).toBe(1)
    expect(Math.min(...boxes.map((box) => box!.height))).toBeGreaterThanOrEqual(42)
    expect(Math.min(...boxes.map((box) => box!.width))).toBeGreaterThanOrEqual(24)
    for (const score of await scores.all()) await expect(score).not.toBeChecked()
    for (const group of await page.getByRole('radiogroup').all()) {
      await group.getByRole('radio', { name: '9', exact: true }).check()
    }
    await page.getByRole('button', { name: 'Enviar' }).tap()
    await expect(page.getByText('¡Gracias! Tu coach lo leerá.')).toBeVisible()
    await bar.getByRole('link', { name: 'Inicio' }).tap()
    await expect(page.getByRole('heading', { name: 'Califica tu sesión' })).toHaveCount(0)
  })

  await test.step('the link to the last session opens its record', async () => {
    await page.getByRole('link', { name: 'Leer el resumen completo' }).tap()
    await expect(page).toHaveURL(new RegExp(`/session/view/${sessions.closed}#record$`))
    await expect(page.getByRole('heading', { name: 'Resumen' })).toBeInViewport()
  })
})

test('a member excuses themselves, sees it in the list, and withdraws it; a move request is withdrawn, and a declined one stays visible @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const groupId = await stageGroup(server, coach, { name: 'Círculo' })
  await stageMember(server, coach, groupId, { clientId: client.clientId })
  const { id: groupSession } = await callApi<{ id: string }>(server, 'POST', '/v1/session', {
    token: coach.token,
    body: {
      type: 'Group',
      groupId,
      startsAt: '2027-02-04T16:00:00.000Z',
      endsAt: '2027-02-04T17:00:00.000Z',
      outsideHours: true,
    },
  })
  const page = await person(PHONE)
  await signIn(page, client.email, `/session/view/${groupSession}`)
  // The bell says how many.
  await expect(page.getByRole('button', { name: 'Notificaciones, 1 sin leer' })).toHaveText('1')
  await page.getByRole('button', { name: 'No puedo ir' }).tap()
  await page.getByRole('textbox', { name: /^Motivo/ }).fill('Estoy de viaje')
  await page.getByRole('button', { name: 'Avisar' }).tap()
  await expect(page.getByText(/Avisaste que no puedes ir/)).toBeVisible()
  const ownSessions = `/sessions/${client.clientId}/Client`
  await go(page, ownSessions)
  await expect(page.getByText('No irás')).toBeVisible()
  await go(page, `/session/view/${groupSession}`)
  await holdAnswer(page, '**/v1/session/*/excuse', () =>
    expect(page.getByText(/Avisaste que no puedes ir/)).toHaveCount(0),
  )
  await page.getByRole('button', { name: 'Sí puedo ir' }).tap()
  await expect(page.getByText('¡Qué bien! Ya le avisamos a Ana.')).toBeVisible()
  await go(page, ownSessions)
  await expect(page.getByRole('heading', { level: 1, name: 'Mis sesiones' })).toBeVisible()
  await expect(page.getByText('No irás')).toHaveCount(0)

  // A day and a half ahead: the coach has to agree.
  const { id } = await callApi<{ id: string }>(server, 'POST', '/v1/session', {
    token: coach.token,
    body: {
      type: 'Client',
      clientId: client.clientId,
      startsAt: '2027-02-04T02:00:00.000Z',
      endsAt: '2027-02-04T03:00:00.000Z',
      outsideHours: true,
    },
  })
  await go(page, `/session/view/${id}`)
  const ask = async () => {
    await page.getByRole('button', { name: 'Mover sesión' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Mover sesión' })
    await expect(dialog.getByText('Horario actual')).toBeVisible()
    await expect(dialog.getByText(/^Miércoles 3 de febrero, 20:00–21:00\sh/i)).toBeVisible()
    const send = dialog.getByRole('button', { name: 'Pedir el cambio' })
    await dialog
      .getByRole('group', { name: /^Horarios libres/ })
      .getByRole('button')
      .first()
      .tap()
    await expect(send).toBeInViewport({ ratio: 1 })
    await send.tap()
    await expect(dialog).toHaveCount(0)
  }
  await ask()
  await holdAnswer(page, '**/v1/session/*/move', () =>
    expect(page.getByText(/Pediste mover la sesión/)).toHaveCount(0),
  )
  await page.getByRole('button', { name: 'Dejarla en su horario' }).tap()
  await expect(page.getByText('Listo. Tu sesión sigue en su horario y ya le avisamos a Ana.')).toBeVisible()
  await expect(page.getByText(/Pediste mover la sesión/)).toHaveCount(0)

  await ask()
  await expect(page.getByText(/Pediste mover la sesión/)).toBeVisible()
  await callApi(server, 'POST', `/v1/session/${id}/move/decline`, { token: coach.token })
  await expect(page.getByText(/^Ana no pudo moverla al .* La sesión sigue en su horario\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Historial' }).tap()
  await expect(page.getByText('Solicitud de cambio retirada')).toBeVisible()
  await expect(page.getByText('Cambio de horario no aceptado')).toBeVisible()
})
