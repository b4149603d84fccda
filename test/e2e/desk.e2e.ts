import type { Page } from '@playwright/test'
import { fromIso } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import { wallClock } from '#time/zones.ts'
import { expectFits } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { stageGroup } from './support/groups.ts'
import { go } from './support/navigation.ts'
import { callApi, signIn, stageClient, stageCoach } from './support/people.ts'
import { stagePractice, stageRequest, stageSession } from './support/stage.ts'

/** From the narrowest desk to one where the content has all the room it takes. */
const WIDTHS = [1024, 1152, 1280, 1366, 1440]

/** Every table on the page, and every button in it, lies inside the card around it. */
async function expectInCards(page: Page, what: string): Promise<void> {
  const outside = await page.evaluate(() => {
    const all = [...document.querySelectorAll('table')].filter((table) => table.offsetWidth > 1)
    return all.flatMap((table) => {
      const card = table.closest('section, article, main')!.getBoundingClientRect()
      return [table, ...table.querySelectorAll('button, a')]
        .map((element) => ({
          name: element.ariaLabel ?? element.tagName,
          at: element.getBoundingClientRect(),
        }))
        .filter(({ at }) => at.width > 1 && (at.right > card.right || at.left < card.left))
        .map(({ name, at }) => `${name} ends at ${at.right}, its card at ${card.right}`)
    })
  })
  expect.soft(outside, what).toEqual([])
}

test('no table is wider than its card on a desktop, whatever its content @long', async ({
  person,
  server,
}) => {
  const { coach: staged, client, sessions } = await stagePractice(server)
  const long = {
    name: 'María Guadalupe de los Ángeles',
    lastName: 'Villavicencio Etcheverry-Montemayor',
    email: `maria.guadalupe.de.los.angeles.villavicencio.${staged.id}@empresa-internacional.example`,
    tags: ['liderazgo femenino', 'transición de carrera', 'equipo de dirección', 'Norte'],
    invite: false,
  }
  await callApi(server, 'POST', '/v1/client', { token: staged.token, body: long })
  await callApi(server, 'POST', `/v1/session/${sessions.closed}/feedback`, {
    token: client.token,
    body: { heard: 9, focus: 10, clarity: 8, progress: 7, comment: 'Me llevo mucho. '.repeat(12).trim() },
  })
  const coach = await person({ viewport: { width: 1024, height: 900 } })
  await signIn(coach, staged.email)
  await expect(coach.getByRole('heading', { level: 1 })).toBeVisible()
  const places = [
    ['/clients', long.name],
    [`/session/brief/${sessions.confirmed}`, 'Me llevo mucho'],
  ] as const
  for (const [path, text] of places) {
    await go(coach, path)
    await expect(coach.getByText(text).filter({ visible: true }).first()).toBeVisible()
    for (const width of WIDTHS) {
      await coach.setViewportSize({ width, height: 900 })
      await expectInCards(coach, `${path} at ${width}`)
      await expectFits(coach, `${path} at ${width}`)
    }
  }
  // The menu at the end of a row can be pressed.
  await coach.setViewportSize({ width: 1280, height: 900 })
  await go(coach, '/clients')
  const row = coach.getByRole('row', { name: long.name })
  await row.getByRole('button', { name: `Opciones de ${long.name}` }).click({ trial: true })
})

test('a long title keeps to one line, and settings are protected: replacing asks first, errors stay visible, deleting can be undone @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const coach = await person({ viewport: { width: 1280, height: 800 } })

  await test.step('a long title keeps to one line of the header, whole in its tooltip', async () => {
    const name = 'Acompañamiento de quienes dirigen por primera vez un equipo en otro país'
    const groupId = await stageGroup(server, staged, { name, objective: 'Dirigir', capacity: 3 })
    await signIn(coach, staged.email, `/groups/view/${groupId}`)
    const title = coach.getByRole('heading', { level: 1, name })
    await expect(title).toHaveAttribute('title', name)
    expect((await title.boundingBox())!.height).toBeLessThan(40)
    await expectFits(coach, 'a group with a long name')
  })

  await coach.setViewportSize({ width: 1440, height: 900 })
  await test.step('a special day over another asks first, and says which', async () => {
    await callApi(server, 'PUT', `/v1/coach/availability/days/${staged.id}`, {
      token: staged.token,
      body: { from: '2027-02-03', to: '2027-02-03', windows: [{ start: '10:00', end: '12:00' }] },
    })
    await go(coach, '/calendar/settings')
    await coach.getByRole('tab', { name: 'Días especiales' }).click()
    const add = coach.getByRole('button', { name: 'Agregar día especial' })
    const dialog = coach.getByRole('dialog', { name: 'Agregar día especial' })
    const asking = coach.getByRole('dialog', { name: '¿Reemplazar lo que ya tenías?' })
    await add.click()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(asking.getByText(/miércoles 3 de febrero: 10:00–12:00/)).toBeVisible()
    await asking.getByRole('button', { name: 'Cancelar' }).click()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(coach.getByText('10:00–12:00')).toBeVisible()
    await add.click()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await asking.getByRole('button', { name: 'Reemplazar' }).click()
    await expect(coach.getByText('Guardamos tu día especial.')).toBeVisible()
    await expect(coach.getByText('10:00–12:00')).toBeHidden()
  })

  await test.step('a refused address says so while it is in the field', async () => {
    await coach.getByRole('tab', { name: 'Otros calendarios' }).click()
    const address = coach.getByLabel('Enlace del calendario')
    const refusal = coach.getByText(/Usa un enlace público que empiece con https/)
    await address.fill('https://127.0.0.1/mio.ics')
    await coach.getByRole('button', { name: 'Leer ahora' }).click()
    await expect(refusal).toBeVisible()
    await address.focus()
    await address.blur()
    await expect(refusal).toBeVisible()
    await address.fill('https://127.0.0.1/otro.ics')
    await expect(refusal).toBeHidden()
  })

  await test.step('deleted blocked time is restored completely', async () => {
    await callApi(server, 'POST', `/v1/coach/block/${staged.id}`, {
      token: staged.token,
      body: {
        startsAt: '2027-02-03T18:00:00.000Z',
        endsAt: '2027-02-03T19:00:00.000Z',
        title: 'Comida',
        recurrence: { frequency: 'weekly', interval: 1, weekdays: [3, 4], count: 4 },
      },
    })
    await go(coach, '/calendar')
    const blocks = coach.getByRole('button', { name: /Comida/ })
    await expect(blocks).toHaveCount(2)
    await blocks.first().focus()
    await coach.keyboard.press('Enter')
    await coach.getByRole('dialog', { name: 'Comida' }).getByRole('button', { name: 'Desbloquear' }).click()
    const asking = coach.getByRole('dialog', { name: '¿Desbloquear este tiempo?' })
    await asking.getByText('Todas', { exact: true }).click()
    await asking.getByRole('button', { name: 'Desbloquear' }).click()
    await expect(blocks).toHaveCount(0)
    await coach.getByRole('button', { name: 'Deshacer' }).click()
    await expect(blocks).toHaveCount(2)
    // Monday of this week is a holiday, so the grid has a row for whole days.
    await expect(coach.getByText('Con hora').first()).toBeAttached()
    await expect(coach.getByText('Timed')).toHaveCount(0)
  })
})

test('a free choice of time that clashes is refused at its field; a removed point is restored @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const client = await stageClient(server, staged)
  const [start, end] = ['2027-02-02T18:00:00.000Z', '2027-02-02T19:00:00.000Z']
  const confirmed = await stageSession(server, staged, client, start, end)
  const requested = await stageRequest(server, client)
  const coach = await person({ viewport: { width: 1440, height: 900 } })
  const { startsAt, title } = await callApi<{ startsAt: string; title: string }>(
    server,
    'GET',
    `/v1/session/${confirmed}`,
    { token: staged.token },
  )
  await signIn(coach, staged.email, `/session/confirm/${requested}`)
  await coach.getByRole('button', { name: 'Proponer otro horario' }).click()
  await coach.getByRole('button', { name: 'Otro horario', exact: true }).click()
  const own = coach.getByRole('group', { name: 'Otro horario' })
  const day = formatDayLong(fromIso(startsAt), 'America/Mexico_City', 'es-MX')
  const { hour } = wallClock(fromIso(startsAt), 'America/Mexico_City')
  await own.getByRole('button', { name: /^Fecha/ }).click()
  await coach.getByRole('button', { name: day, exact: true }).click()
  await own.getByRole('spinbutton', { name: 'Hora' }).fill(String(hour).padStart(2, '0'))
  await own.getByRole('spinbutton', { name: 'Minutos' }).fill('00')
  await expect(own.getByText(`Se empalma con ${title}`)).toBeVisible()
  await expect(own.getByRole('button', { name: 'Agregar' })).toBeDisabled()

  await callApi(server, 'PUT', `/v1/session/${confirmed}/agenda`, {
    token: staged.token,
    body: { changes: [{ op: 'add', text: 'La entrevista' }] },
  })
  await go(coach, `/session/view/${confirmed}`)
  const point = coach.getByRole('checkbox', { name: /La entrevista/ })
  await coach.getByRole('button', { name: 'Quitar: La entrevista' }).click()
  await expect(point).toBeHidden()
  await coach.getByRole('button', { name: 'Deshacer' }).click()
  await expect(point).toBeVisible()
})
