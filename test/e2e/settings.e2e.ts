import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { go } from './support/navigation.ts'
import { callApi, signIn, stageClient, stageCoach, userMenu } from './support/people.ts'

const SAVED = 'El registro se agrego con éxito'
const SETTINGS = '**/v1/user/*'

const tabs = (page: Page) =>
  page.getByRole('navigation', { name: 'Secciones de tu perfil' }).getByRole('link')
const save = (page: Page) => page.getByRole('button', { name: 'Guardar' }).click()
const country = (page: Page) => page.getByLabel('País de residencia')
const zone = (page: Page) => page.getByLabel('Zona horaria')

/** The toast says it, as a success or an error; closed, so that the next one is a new one. */
async function toast(page: Page, text: string, type: 'success' | 'error' = 'success') {
  const region = page.getByRole(type === 'error' ? 'alert' : 'status')
  await expect(region.filter({ hasText: text })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByText(text)).toHaveCount(0)
}

/** Lets the next saving end in this answer; everything else goes to the server. */
async function answerOnce(page: Page, answer: { status: number; json: object }) {
  await page.route(
    SETTINGS,
    async (route) => {
      await (route.request().method() === 'PUT' ? route.fulfill(answer) : route.fallback())
    },
    { times: 1 },
  )
}

// @spec 2.29, 2.34, 5.4, 5.8, 8.4
test('a coach sets place and links (spec §2, §5, §8)', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const page = await person({ reducedMotion: 'no-preference', isNew: true })
  await signIn(page, coach.email)
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Configuración' }).click()

  await test.step('the screen as the spec has it', async () => {
    await expect(page).toHaveURL(/\/settings$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeVisible()
    await expect(tabs(page)).toHaveText(['Información Personal', 'Empresa', 'Configuración'])
    for (const label of ['Teams', 'Meet', 'Zoom', 'Skype', 'Whatsapp', 'Facetime', 'Telefono']) {
      await expect(page.getByLabel(label, { exact: true })).toBeVisible()
    }
    await expect(country(page)).toHaveValue('Mexico')
    await expect(country(page).getByRole('option', { name: 'México', exact: true })).toBeAttached()
    expect(await country(page).getByRole('option').count()).toBeGreaterThan(240)
    await expect(zone(page).getByRole('option').first()).toHaveAttribute('value', '')
    await expect(zone(page).getByRole('option', { name: 'hora de Ciudad de México' })).toBeAttached()
    const required = page.getByText('Campo requerido')
    const city = page.getByLabel('Ciudad')
    await expect(required).toHaveCount(1)
    await expect(city).toHaveAccessibleDescription('Campo requerido')
    await expect(city).toHaveCSS('border-color', 'rgb(196, 22, 28)')
    const [field, message] = [(await city.boundingBox())!, (await required.boundingBox())!]
    expect(message.y).toBeGreaterThanOrEqual(field.y + field.height)
  })

  await test.step('choosing a country clears the zone and puts its own first (product D4)', async () => {
    await country(page).selectOption({ label: 'España' })
    await expect(zone(page)).toHaveValue('')
    await expect(page.getByText('Campo requerido')).toHaveCount(2)
    const zones = await zone(page)
      .getByRole('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
    expect(zones.slice(0, 2)).toEqual(['', 'Atlantic/Canary'])
    expect(zones.slice(2, 4).toSorted()).toEqual(['Africa/Ceuta', 'Europe/Madrid'])
    expect(zones.length).toBeGreaterThan(80)
    await zone(page).selectOption('Europe/Madrid')
    await expect(page.getByText('Hora actual en esa zona: 15:20 h')).toBeVisible()
    await page.getByLabel('Ciudad').fill('Toledo')
    await expect(page.getByText('Campo requerido')).toHaveCount(0)
  })

  await test.step('a link that runs is refused; what the server refuses is said in its words', async () => {
    await page.getByLabel('Zoom').fill('javascript:alert(1)')
    await expect(page.getByText(/https, http, mailto, tel o skype/)).toBeVisible()
    await page.getByLabel('Zoom').fill('zoom.example.org/j/ana')
    // Filled in by the browser itself, which says nothing of it, a field is looked at when it is left.
    const meet = page.getByLabel('Meet')
    await meet.evaluate((input: HTMLInputElement) => (input.value = 'javascript:alert(1)'))
    await expect(page.getByText(/https, http, mailto, tel o skype/)).toHaveCount(0)
    await meet.focus()
    await meet.blur()
    await expect(page.getByText(/https, http, mailto, tel o skype/)).toBeVisible()
    await meet.fill('')
    await answerOnce(page, {
      status: 422,
      json: { error: 'Revisa los campos marcados.', code: 'request.invalid', fields: { city: 'Ahí no.' } },
    })
    await save(page)
    await expect(page.getByText('Ahí no.')).toBeVisible()
    await toast(page, 'Revisa los campos marcados.', 'error')
  })

  await test.step('saving shows that it works, then that it worked', async () => {
    const held = Promise.withResolvers<void>()
    await page.route(SETTINGS, async (route) => (await held.promise, route.fallback()), { times: 1 })
    await page.getByLabel('Ciudad').fill('Mérida')
    await save(page)
    const saving = page.getByRole('button', { name: 'Cargando...' })
    await expect(saving).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Guardar' })).toHaveCount(0)
    // Its spinner turns until it is over.
    const turns = await saving.evaluate((button) =>
      button.getAnimations({ subtree: true }).map(({ effect }) => effect!.getTiming().iterations),
    )
    expect(turns).toContain(Infinity)
    held.resolve()
    await toast(page, SAVED)
    // The field shows what was made of it.
    await expect(page.getByLabel('Zoom')).toHaveValue('https://zoom.example.org/j/ana')
    await page.reload()
    await expect(country(page)).toHaveValue('Spain')
    await expect(zone(page)).toHaveValue('Europe/Madrid')
    await expect(page.getByLabel('Ciudad')).toHaveValue('Mérida')
    await expect(page.getByLabel('Zoom')).toHaveValue('https://zoom.example.org/j/ana')
  })

  await test.step('the link is prefilled where a session is booked (product §9)', async () => {
    await go(page, '/calendar/session/new/Client')
    await page.getByRole('button', { name: /^Más opciones/ }).click()
    await page.getByLabel('¿Cómo se reunirán?').first().click()
    await page.getByRole('option', { name: 'Zoom' }).click()
    await expect(page.getByLabel('Enlace', { exact: false }).first()).toHaveValue(
      'https://zoom.example.org/j/ana',
    )
  })
})

test('emptied values are removed @long', async ({ person, server }) => {
  const { id, email, token } = await stageCoach(server)
  const zoom = 'https://zoom.example.org/j/ana'
  await callApi(server, 'PUT', `/v1/user/${id}`, {
    token,
    body: { id, country: 'Mexico', city: 'Mérida', timezone: 'America/Merida', zoom },
  })
  const [jobOcuppation, bio] = ['Coach ejecutiva', 'Acompaño a líderes.']
  await callApi(server, 'PUT', `/v1/user/${id}/profile`, { token, body: { jobOcuppation, bio } })
  const page = await person()
  await signIn(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const emptied = [
    ['/settings', 'Zoom', zoom],
    ['/profile/info', 'Ocupación', jobOcuppation],
    ['/profile/about', 'Semblanza', bio],
  ] as const
  for (const [path, label, before] of emptied) {
    await go(page, path)
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveValue(before)
    await field.fill('')
    await save(page)
    await toast(page, SAVED)
  }
  // All that the page knows is what the server answers from here on.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [path, label] of emptied) {
    await go(page, path)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
  }
})

// @spec 2.27, 2.36
test("the profile's tabs and sections hold together (spec §2, product §18) @long", async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const page = await person()
  await signIn(page, coach.email, '/settings')

  await test.step('unsaved changes are not left without a question', async () => {
    await page.getByLabel('Ciudad').fill('Otra')
    await tabs(page).filter({ hasText: 'Información Personal' }).click()
    const question = page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })
    // The cancel action takes the step back, however one cancels (spec §2).
    for (const cancel of [
      () => question.getByRole('button', { name: 'Seguir editando' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await expect(question).toBeVisible()
      await cancel()
      await expect(question).toBeHidden()
      await expect(page).toHaveURL(/\/settings$/)
      await expect(page.getByLabel('Ciudad')).toHaveValue('Otra')
      await tabs(page).filter({ hasText: 'Información Personal' }).click()
    }
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await expect(page).toHaveURL(/\/profile$/)
  })

  await test.step('the hub says what is missing and leads there', async () => {
    await expect(page.getByRole('img', { name: 'Perfil completo al 0%' })).toBeVisible()
    await page.getByRole('link', { name: /^Acerca de ti/ }).click()
    await page.getByLabel('Semblanza').fill('Acompaño a líderes.')
    await page.getByRole('combobox', { name: 'Especialidades' }).fill('Liderazgo')
    await page.keyboard.press('Enter')
    await page.getByLabel('Ejerces desde el año').fill('2015')
    await expect(page.getByText('12 años de experiencia')).toBeVisible()
    await save(page)
    await toast(page, SAVED)
    await page.getByRole('link', { name: 'Mi Perfil' }).first().click()
    await expect(page.getByRole('img', { name: 'Perfil completo al 22%' })).toBeVisible()
    await page.getByRole('link', { name: /^Contacto/ }).click()
    await page.getByLabel('Instagram').fill('@ana.coach')
    await save(page)
    await toast(page, SAVED)
    // What is edited in the settings is shown here, with the way there.
    await expect(page.getByLabel('Whatsapp')).toHaveCount(0)
    await page.getByRole('link', { name: 'Cambiar: Cómo se reúnen' }).click()
    await expect(page).toHaveURL(/\/settings$/)
    // Nobody has to say where they live to be reached.
    await page.getByLabel('Whatsapp').fill('+52 55 1234 5678')
    await save(page)
    await toast(page, SAVED)
    await page.goto('/profile')
    await expect(page.getByRole('img', { name: 'Perfil completo al 33%' })).toBeVisible()
    await tabs(page).filter({ hasText: 'Empresa' }).click()
    await expect(page).toHaveURL(/\/company$/)
    await page.goto('/profile/otra')
    await expect(page.getByText(/No encontramos/)).toBeVisible()
  })
})

// @spec 2.13, 8.3
test('a client sets the place alone, on a phone, and tells their coach about themselves @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const page = await person({ viewport: { width: 390, height: 844 } })
  await signIn(page, client.email, '/settings')

  await test.step('two tabs, and no links (spec §2, client routes)', async () => {
    await expect(tabs(page)).toHaveText(['Información Personal', 'Configuración'])
    await expect(page.getByLabel('Zoom')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(2)
    await page.getByLabel('Ciudad').fill('Tijuana')
    await zone(page).selectOption('America/Tijuana')
  })

  await test.step('a failure shows the fixed text, with the server busy or refusing (spec §8)', async () => {
    const refusal = { error: 'Otra cosa.', code: 'request.invalid', fields: { timezone: 'Elige otra.' } }
    const busy = { error: 'Demasiadas.', code: 'request.too_many' }
    for (const [status, json] of [
      [429, busy],
      [422, refusal],
    ] as const) {
      await answerOnce(page, { status, json })
      await save(page)
      await toast(page, 'Ocurrio un error al procesar la solicitud.', 'error')
    }
    await expect(page.getByText('Elige otra.')).toBeVisible()
  })

  await test.step('success replaces the session user with the one of the answer', async () => {
    const root = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('root')!) as { session: { user: object } })
    // A city that the answer alone knows.
    const { user } = (await root()).session
    await answerOnce(page, { status: 200, json: { ...user, city: 'Ensenada' } })
    await zone(page).selectOption('America/Tijuana')
    await save(page)
    await toast(page, SAVED)
    expect(await root()).toHaveProperty('session.user.city', 'Ensenada')
    await page.getByLabel('Ciudad').fill('Tijuana')
    await zone(page).selectOption('America/Tijuana')
    await save(page)
    await toast(page, SAVED)
    expect(await root()).toHaveProperty('session.user.city', 'Tijuana')
    expect(await root()).toHaveProperty('session.user.timezone', 'America/Tijuana')
  })

  await test.step("what they write is on the coach's page about them at once", async () => {
    const other = await person()
    await signIn(other, coach.email, `/clients/view/${client.clientId}`)
    await expect(other.getByText('6:20 h', { exact: false })).toBeVisible()
    await go(page, '/profile/about')
    await page.getByLabel('Lo que espero del coaching').fill('Delegar sin culpa.')
    await save(page)
    await toast(page, SAVED)
    await expect(other.getByRole('heading', { name: 'En palabras de Mariana' })).toBeVisible()
    await expect(other.getByText('Delegar sin culpa.')).toBeVisible()
  })

  await test.step('the places of a coach do not exist here', async () => {
    for (const place of ['/company', '/profile/customization', '/profile/payment', '/profile/otra']) {
      await page.goto(place)
      await expect(page.getByText(/No encontramos/)).toBeVisible()
    }
  })
})

// @spec 8.8
test('without the countries the form stays usable, without a message (spec §8) @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const page = await person()
  const logged: string[] = []
  page.on('console', (message) => void (message.type() === 'warning' && logged.push(message.text())))
  await page.route('**/v1/countries', (route) =>
    route.fulfill({ status: 404, json: { error: 'No.', code: 'route.not_found', requestId: 'x' } }),
  )
  await signIn(page, coach.email, '/settings')
  await expect(country(page)).toHaveAttribute('aria-busy', 'false')
  expect(logged.some((text) => text.startsWith('countries'))).toBe(true)
  await expect(country(page)).toHaveValue('Mexico')
  await expect(zone(page)).toHaveValue('America/Mexico_City')
  await page.getByLabel('Ciudad').fill('Puebla')
  await expect(page.getByText('No.', { exact: true })).toHaveCount(0)
  await save(page)
  await toast(page, SAVED)
})
