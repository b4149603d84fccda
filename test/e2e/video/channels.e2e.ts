import type { Page } from '@playwright/test'
import type { Channel } from '#contract/calendar/calendar.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { expectAccessible, expectFits } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  type StagedClient,
  type StagedCoach,
  callApi,
  signIn,
  stageClient,
  stageCoach,
} from '../support/people.ts'
import { JOURNEY_NOW, type TestServer } from '../support/server.ts'

// Sessions that are held outside our rooms: what each side finds on the page of the room.

const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]
const PLACE = 'Calle 60 #491, Mérida'
const MAP = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(PLACE)}`
/** Of the coach, who shows all but one of them. */
const LINKS = {
  phone: '+52 999 555 0101',
  whatsapp: '999 555 0102',
  facetime: 'ana@correo.example',
  skype: 'ana.coach',
}

type Tap = { name: string; opens: string }
/** What one side reads and taps. */
type Seen = { reads: string; tap: Tap }
type Way = { channel: Channel; at?: object; coach: Seen; client: Seen }

const meeting = (channel: Channel, meetingUrl: string): Way => {
  const both = { reads: meetingUrl, tap: { name: 'Abrir la reunión', opens: meetingUrl } }
  return { channel, at: { meetingUrl }, coach: both, client: both }
}
const call = (reads: string, name: string, opens: string): Seen => ({
  reads,
  tap: { name: `Llamar a ${name}`, opens },
})
const place = { reads: PLACE, tap: { name: 'Ver en el mapa', opens: MAP } }

const WAYS: readonly Way[] = [
  meeting('zoom', 'https://zoom.example.org/j/5550101?pwd=secreto'),
  meeting('meet', 'https://meet.example.org/abc-defg-hij'),
  meeting('teams', 'https://teams.example.org/l/meetup-join/19%3ameeting_unaDireccionMuyLargaSinEspacios/0'),
  {
    channel: 'phone',
    coach: call('+52 55 1234 5678', 'Mariana', 'tel:+525512345678'),
    client: call(LINKS.phone, 'Ana', 'tel:+529995550101'),
  },
  {
    channel: 'whatsapp',
    // A Mexican number as one writes it at home.
    coach: call('55 8765 4321', 'Mariana', 'https://wa.me/525587654321'),
    client: call(LINKS.whatsapp, 'Ana', 'https://wa.me/529995550102'),
  },
  {
    channel: 'facetime',
    coach: call('+52 55 1234 5678', 'Mariana', 'facetime:+525512345678'),
    client: call(LINKS.facetime, 'Ana', 'facetime:ana@correo.example'),
  },
  {
    channel: 'skype',
    // A client has no name there: it is they who call.
    coach: {
      reads: 'Te llaman a ti: revisa que tu perfil muestre tu número o nombre.',
      tap: { name: 'Revisar mi perfil', opens: '/profile/contact' },
    },
    client: call(LINKS.skype, 'Ana', 'skype:ana.coach?call'),
  },
  { channel: 'place', at: { place: PLACE }, coach: place, client: place },
]

/** A session that is held elsewhere; it starts so many minutes from now. */
async function book(
  server: TestServer,
  { token }: StagedCoach,
  { clientId }: StagedClient,
  { inMinutes, ...at }: { inMinutes: number; channel: Channel },
): Promise<string> {
  const startsAt = addMinutes(fromIso(JOURNEY_NOW), inMinutes)
  const { id } = await callApi<SessionDto>(server, 'POST', '/v1/session', {
    token,
    body: {
      type: 'Client',
      clientId,
      title: 'Hablar en público',
      outsideHours: true,
      startsAt: toIso(startsAt),
      endsAt: toIso(addMinutes(startsAt, 30)),
      ...at,
    },
  })
  return `/session/room/${id}`
}

/** What the coach's profile has, and what of it clients see. */
async function present(
  server: TestServer,
  { id, token }: StagedCoach,
  links: Partial<typeof LINKS>,
  shownContacts: (keyof typeof LINKS)[],
): Promise<void> {
  const home = { country: 'Mexico', city: 'Mérida', timezone: 'America/Merida' }
  await callApi(server, 'PUT', `/v1/user/${id}`, { token, body: { id, ...home, ...links } })
  await callApi(server, 'PUT', `/v1/coach/${id}`, { token, body: { shownContacts } })
}

/** Presses it, and finds out what the browser is asked to open, without opening it. */
async function tapped(page: Page, name: string): Promise<string> {
  const opened = page.evaluate(
    () =>
      new Promise<string>((heard) => {
        const catchTap = (event: MouseEvent) => {
          event.preventDefault()
          event.stopPropagation()
          const { href } = (event.target as Element).closest('a')!
          heard(href.replace(location.origin, ''))
        }
        document.addEventListener('click', catchTap, { once: true, capture: true })
      }),
  )
  await page.getByRole('link', { name, exact: true }).click()
  return opened
}

// @spec P.231
test('a session held elsewhere leads both sides to each other by one tap @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  await present(server, coach, LINKS, ['phone', 'whatsapp', 'facetime', 'skype'])
  const numbers = { phone: '+52 55 1234 5678', whatsapp: '55 8765 4321' }
  await callApi(server, 'PUT', `/v1/client/${client.clientId}`, { token: coach.token, body: numbers })
  const rooms: string[] = []
  for (const [nth, { channel, at }] of WAYS.entries()) {
    rooms.push(await book(server, coach, client, { ...at, channel, inMinutes: 5 + 60 * nth }))
  }
  for (const side of ['coach', 'client'] as const) {
    const page = await person()
    await signIn(page, { coach, client }[side].email, rooms[0])
    for (const [nth, { channel, [side]: seen }] of WAYS.entries()) {
      await test.step(`${channel}, as ${side}`, async () => {
        if (nth > 0) await page.goto(rooms[nth]!)
        for (const size of SIZES) {
          await page.setViewportSize(size)
          await expect(page.getByText(seen.reads, { exact: true }).first()).toBeVisible()
          expect(await tapped(page, seen.tap.name)).toBe(seen.tap.opens)
          const what = `the way by ${channel} for the ${side}, ${size.width} wide`
          await expectAccessible(page, what)
          await expectFits(page, what)
        }
      })
    }
  }
})

// @spec P.231
test('a number that is missing or not shown is asked of the one who has it, and is there once it is given @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  await present(server, coach, LINKS, ['skype'])
  const room = await book(server, coach, client, { channel: 'phone', inMinutes: 5 })
  const [hers, theirs] = [await person(), await person({ viewport: SIZES[1]! })]

  await test.step('a client is not told a number that the coach does not show, and can ask for it', async () => {
    const answers: Promise<string>[] = []
    theirs.on('response', (response) => {
      const isOurs = new URL(response.url()).pathname.startsWith('/v1/')
      if (isOurs) answers.push(response.text().catch(() => ''))
    })
    await signIn(theirs, client.email, room)
    await expect(
      theirs.getByText('Ana aún no comparte su número o nombre. Escríbele para pedírselo.'),
    ).toBeVisible()
    await expectAccessible(theirs, 'a number that is not shown')
    await expectFits(theirs, 'a number that is not shown')
    const told = (await Promise.all(answers)).join()
    // What she shows was read.
    expect(told).toContain(LINKS.skype)
    expect(told.replaceAll(/[^\d,]/g, '')).not.toContain('9995550101')
    theirs.removeAllListeners('response')
    await theirs.getByRole('link', { name: 'Escribir un mensaje' }).click()
    await expect(theirs).toHaveURL(/\/messages/)
    await expect(theirs.getByRole('textbox', { name: /mensaje/i })).toBeVisible()
  })

  await test.step('once the coach shows it, the client calls', async () => {
    await present(server, coach, {}, ['phone'])
    await theirs.goto(room)
    await expect(theirs.getByText(LINKS.phone)).toBeVisible()
    expect(await tapped(theirs, 'Llamar a Ana')).toBe('tel:+529995550101')
  })

  await test.step('a coach adds what the client has told, and calls', async () => {
    await signIn(hers, coach.email, room)
    await expect(
      hers.getByText('Mariana aún no tiene su número o nombre. Agrégalo en su ficha o pídeselo.'),
    ).toBeVisible()
    await expectAccessible(hers, 'a number that is missing')
    await hers.getByRole('link', { name: 'Agregarlo en su ficha' }).click()
    await hers.getByLabel('Teléfono').fill('+52 55 1234 5678')
    await hers.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(hers).toHaveURL(/\/clients\/view/)
    await hers.goto(room)
    expect(await tapped(hers, 'Llamar a Mariana')).toBe('tel:+525512345678')
  })
})

// @spec P.231
test('a coach adds the link that a session has not, where both look for it @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const room = await book(server, coach, client, { channel: 'zoom', inMinutes: 5 })
  const [hers, theirs] = [await person({ viewport: SIZES[1]! }), await person()]
  await signIn(theirs, client.email, room)
  await signIn(hers, coach.email, room)
  for (const page of [hers, theirs]) {
    await expect(page.getByText('Esta sesión aún no tiene enlace.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Abrir la reunión' })).toHaveCount(0)
    await expectAccessible(page, 'a session without its link')
    await expectFits(page, 'a session without its link')
  }
  await hers.getByRole('button', { name: 'Agregar enlace' }).click()
  await hers.getByRole('textbox').fill('https://zoom.example.org/j/ana')
  await expectFits(hers, 'the link that is added')
  await hers.getByRole('button', { name: 'Guardar' }).click()
  // The client's page hears of it by itself.
  for (const page of [hers, theirs]) {
    expect(await tapped(page, 'Abrir la reunión')).toBe('https://zoom.example.org/j/ana')
  }
})
