import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { holdAnswer } from '../support/navigation.ts'
import { signIn, stageClient } from '../support/people.ts'
import { shiftsOf, watchShifts } from '../support/shifts.ts'
import { stagePractice } from '../support/stage.ts'

/** A touch screen of a phone's size. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Until what is in the page is on the screen, and the browser has measured it. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )

test('on a phone the people to book, the notifications and the client’s home come without moving what is there @long', async ({
  person,
  server,
}) => {
  const { coach, client } = await stagePractice(server)
  for (const name of ['Laura', 'Pedro', 'Inés', 'Sara', 'Tomás', 'Raúl'])
    await stageClient(server, coach, { name })
  const [ofCoach, ofClient] = [await person(PHONE), await person(PHONE)]
  await signIn(ofCoach, coach.email)
  await watchShifts(ofCoach)
  await holdAnswer(ofCoach, '**/v1/client/coach/**sort=recent**', async () => {
    await expect(ofCoach.getByRole('heading', { name: '¿Cuándo?' })).toBeVisible()
    await painted(ofCoach)
  })
  await ofCoach.goto('/calendar/session/new/Client')
  await expect(ofCoach.getByRole('button', { name: /Laura Torres/ })).toBeVisible()
  await painted(ofCoach)
  expect.soft(await shiftsOf(ofCoach), 'booking').toBeLessThanOrEqual(0.01)

  await holdAnswer(ofCoach, '**/v1/notification/pending/**', async () => {
    await expect(ofCoach.getByRole('button', { name: /^Eliminar notificación/ }).first()).toBeVisible()
    await painted(ofCoach)
  })
  await ofCoach.goto('/notifications')
  await expect(ofCoach.getByRole('button', { name: 'Marcar todas como leídas' })).toBeEnabled()
  await painted(ofCoach)
  expect.soft(await shiftsOf(ofCoach), 'notifications').toBeLessThanOrEqual(0.01)

  // Not at home, whose own request for the file would be the one that is held.
  await signIn(ofClient, client.email, '/actions')
  await watchShifts(ofClient)
  const next = ofClient.getByRole('region', { name: 'Próxima sesión' })
  await holdAnswer(ofClient, '**/AddToCalendar*.js', async () => {
    await expect(next).toBeVisible()
    await painted(ofClient)
  })
  await ofClient.goto('/dashboard')
  await expect(next.getByRole('button', { name: 'Agregar a mi calendario' })).toBeVisible()
  await expect(ofClient.getByRole('heading', { level: 2, name: 'Tus acciones' })).toBeVisible()
  await painted(ofClient)
  expect.soft(await shiftsOf(ofClient), 'the client’s home').toBeLessThanOrEqual(0.02)
})
