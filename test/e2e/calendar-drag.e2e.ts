import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { heightBetween, WELL_PAST } from './support/grid.ts'
import { callApi, signIn, stageClient, stageCoach } from './support/people.ts'

/** High enough that no toast covers the dragged entry. */
const DESK = { width: 1440, height: 1100 }

/** Thursday 4 February 2027, 10:00 in Mexico City. */
const SESSION = { startsAt: '2027-02-04T16:00:00.000Z', endsAt: '2027-02-04T17:00:00.000Z' }

/** The next day at 10:00. */
const BLOCK = {
  startsAt: '2027-02-05T16:00:00.000Z',
  endsAt: '2027-02-05T17:00:00.000Z',
  title: 'Comida',
}

/** The same day as the block, at 17:00. */
const OTHER = { startsAt: '2027-02-05T23:00:00.000Z', endsAt: '2027-02-06T00:00:00.000Z' }

type Grip = 'middle' | 'end'

/** Drags an entry of one hour down by two; `during` happens while it is held, and the mouse is let go without a further move. */
async function dragDown(page: Page, entry: Locator, grip: Grip, during: () => Promise<unknown>) {
  const box = (await entry.boundingBox())!
  const twoHours = await heightBetween(page, '10:00', '12:00')
  const middle = box.y + (3 / 8) * box.height
  const from = { x: box.x + 30, y: grip === 'middle' ? middle : box.y + box.height - 2 }
  // The end is taken hold of before the hour it is at, so that two hours later are well within a quarter of an hour.
  const past = grip === 'middle' ? WELL_PAST : 0
  await entry.hover({ position: { x: 30, y: from.y - box.y } })
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + twoHours / 2, { steps: 4 })
  await page.mouse.move(from.x, from.y + twoHours + past, { steps: 4 })
  await during()
  await page.mouse.up()
}

// @spec 3.15
test('an entry dragged during a redraw is confirmed first, and otherwise stays at its stored time @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const { clientId } = await stageClient(server, staged)
  const create = (path: string, body: object) =>
    callApi<{ id: string }>(server, 'POST', path, { token: staged.token, body })
  const { id } = await create('/v1/session', { type: 'Client', clientId, ...SESSION })
  const coach = await person({ viewport: DESK })
  await signIn(coach, staged.email, '/calendar')
  const session = coach.getByRole('link', { name: /Sesión 1 con Mariana/ })
  const asking = coach.getByRole('dialog', { name: '¿Reagendar la sesión?' })
  const keep = () => asking.getByRole('button', { name: 'Dejar como estaba' }).click()
  /** The clock's own redraw, which comes every half minute. */
  const tick = () => coach.clock.fastForward(30_000)
  const SESSIONS = /\/v1\/session\/coach\//
  const TIMES = /\/v1\/coach\/calendar-time\//
  /** Another person changes the week; it is refetched. */
  const change = (make: () => Promise<unknown>) => async () => {
    const fetched = [SESSIONS, TIMES].map((what) => coach.waitForResponse(what))
    await make()
    await Promise.all(fetched)
  }
  let otherId: string
  await expect(session).toContainText('10:00–11:00 h')

  await test.step('another session comes in, and shows once the mouse is let go', async () => {
    await dragDown(
      coach,
      session,
      'middle',
      change(async () => {
        otherId = (await create('/v1/session', { type: 'Client', clientId, ...OTHER })).id
      }),
    )
    await expect(asking.getByText('12:00–13:00 h')).toBeVisible()
    await expect(coach.getByRole('link', { name: /Sesión 2 con Mariana/ })).toContainText('17:00–18:00 h')
    // Redrawn during the question: the question stays open, and nothing else has moved.
    await tick()
    await keep()
    await expect(session).toContainText('10:00–11:00 h')
  })

  // Last before a reload: after a minute skipped at once, the live connection is opened again.
  await test.step('half a minute passes', async () => {
    await dragDown(coach, session, 'middle', tick)
    await expect(asking.getByText('12:00–13:00 h')).toBeVisible()
    await keep()
    await expect(session).toContainText('10:00–11:00 h')
    await dragDown(coach, session, 'end', tick)
    const stretching = coach.getByRole('dialog', { name: '¿Cambiar la duración?' })
    await expect(stretching.getByText('10:00–13:00 h')).toBeVisible()
    await stretching.getByRole('button', { name: 'Dejar como estaba' }).click()
    await expect(session).toContainText('10:00–11:00 h')
  })

  await test.step('it moves, and a reload shows it there', async () => {
    await dragDown(coach, session, 'middle', tick)
    await asking.getByRole('button', { name: 'Reagendar' }).click()
    await expect(coach.getByText('Sesión reagendada.')).toBeVisible()
    await expect(session).toContainText('12:00–13:00 h')
    await coach.reload()
    await expect(session).toContainText('12:00–13:00 h')
  })

  await test.step('an entry that is cancelled during the drag disappears, and nothing is asked', async () => {
    // The legend is not held during a drag: without a second kind of entry it disappears, so the data has arrived.
    await create(`/v1/session/${otherId}/cancel`, { reason: 'Se adelantó otro día.' })
    await create(`/v1/coach/block/${staged.id}`, BLOCK)
    const legend = coach.getByRole('button', { name: 'Colores de los estados' })
    await expect(coach.getByRole('button', { name: /Comida/ })).toBeVisible()
    await expect(legend).toBeVisible()
    await expect(coach.getByRole('link', { name: /Sesión 2 con Mariana/ })).toBeHidden()
    await dragDown(coach, session, 'middle', async () => {
      await create(`/v1/session/${id}/cancel`, { reason: 'Se adelantó otro día.' })
      await expect(legend).toBeHidden()
    })
    await expect(coach.getByText('Cambió mientras la movías.')).toBeVisible()
    await expect(session).toBeHidden()
    await expect(asking).toBeHidden()
  })

  await test.step('blocked time moves by itself, or goes back with the reason', async () => {
    const block = coach.getByRole('button', { name: /Comida/ })
    await expect(block).toContainText('10:00–11:00 h')
    // It shows at its new time before the server has it: a reload must not come between.
    const saved = coach.waitForResponse((response) => response.request().method() === 'PUT')
    await dragDown(coach, block, 'middle', tick)
    await expect(block).toContainText('12:00–13:00 h')
    await saved
    await coach.reload()
    await expect(block).toContainText('12:00–13:00 h')
    const refusal = { error: 'Ese tiempo ya no está libre.', code: 'request.invalid', requestId: 'r' }
    await coach.route('**/v1/coach/block/**', (route) => route.fulfill({ status: 422, json: refusal }))
    await dragDown(coach, block, 'middle', tick)
    await expect(coach.getByRole('alert')).toContainText(refusal.error)
    await expect(block).toContainText('12:00–13:00 h')
  })
})
