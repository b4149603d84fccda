import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { go } from './support/navigation.ts'
import { PASSWORD, mailed, newEmail, pressTwice, stageCoach } from './support/people.ts'

/** Fills a field by its label; labels of required fields may carry a mark. */
const fill = (page: Page, label: string | RegExp, text: string) => page.getByLabel(label).first().fill(text)

// @spec 1.3
test('from a new coach to a ticked action, with two people at once', async ({ person, server }) => {
  const coachEmail = newEmail('coach')
  const clientEmail = newEmail('mariana')
  const coach = await person()

  await test.step('a coach registers and confirms the address', async () => {
    await coach.goto('/')
    await coach.getByRole('link', { name: '¿Eres coach? Crea tu cuenta' }).click()
    await expect(coach).toHaveURL(/\/register$/)
    await fill(coach, /^Nombre/, 'Ana')
    await fill(coach, /^Apellidos/, 'López Ruiz')
    await fill(coach, /^Contraseña/, PASSWORD)
    await fill(coach, /^Repite la contraseña/, PASSWORD)
    await coach.getByRole('checkbox', { name: /términos de uso/ }).check()
    await coach.getByRole('checkbox', { name: /aviso de privacidad/ }).check()
    // An address that has an account: the server's own words (spec §8).
    const { email: taken } = await stageCoach(server, { paid: false })
    await fill(coach, /^Correo/, taken)
    await coach.getByRole('button', { name: 'Crear cuenta' }).click()
    await expect(coach.getByText('Ya existe una cuenta con este correo.')).toBeVisible()
    await fill(coach, /^Correo/, coachEmail)
    await coach.getByRole('button', { name: 'Crear cuenta' }).click()
  })

  await test.step('the payment gate holds until the test payment succeeds', async () => {
    await expect(coach).toHaveURL(/\/payment$/)
    await coach.goto('/clients')
    await expect(coach).toHaveURL(/\/payment$/)
    await expect(coach.getByRole('heading', { name: 'Activa tu cuenta' })).toBeVisible()
    await coach.getByRole('button', { name: /^Pagar \$/ }).click()
    await expect(coach).toHaveURL(/\/checkout\//)
    await expect(coach.getByText('Modo de prueba: no se cobra nada')).toBeVisible()
    await coach.getByRole('button', { name: 'Aprobar el pago', exact: true }).click()
    await expect(coach).toHaveURL(/\/dashboard$/)
    await expect(coach.getByText('Pago recibido. ¡Gracias!')).toBeVisible()
  })

  await test.step('the mailed code opens invitations', async () => {
    await coach.getByRole('button', { name: 'Confirmar correo' }).first().click()
    const code = await mailed(server, coachEmail, /\b\d{6}\b/)
    const dialog = coach.getByRole('dialog')
    await dialog
      .getByLabel(/Código/)
      .first()
      .pressSequentially(code)
    await dialog.getByRole('button', { name: 'Confirmar correo' }).click()
    await expect(coach.getByText('Tu correo quedó confirmado.')).toBeVisible()
  })

  await test.step('the coach sets hours: no notice needed', async () => {
    await coach.getByRole('link', { name: 'Calendario' }).first().click()
    await coach.getByRole('link', { name: 'Mis horarios' }).click()
    await expect(coach).toHaveURL(/\/calendar\/settings$/)
    await coach.getByRole('tab', { name: 'Al agendar' }).click()
    await coach
      .getByRole('combobox', { name: 'Aviso mínimo' })
      .or(coach.getByLabel('Aviso mínimo'))
      .first()
      .click()
    await coach.getByRole('option', { name: 'Sin aviso mínimo' }).click()
    await coach.getByRole('button', { name: 'Guardar' }).click()
    await expect(coach.getByText('Tus horarios se guardaron.')).toBeVisible()
  })

  await test.step('the coach invites a client', async () => {
    await coach.getByRole('link', { name: 'Mis Clientes' }).first().click()
    await coach.getByRole('button', { name: 'Nuevo cliente' }).first().click()
    await fill(coach, /^Nombre/, 'Mariana')
    await fill(coach, /^Apellidos/, 'Torres')
    await fill(coach, /^Correo/, clientEmail)
    await coach.getByRole('button', { name: 'Guardar e invitar' }).click()
    await expect(coach.getByText('Guardamos a Mariana y enviamos su invitación.')).toBeVisible()
  })

  const client = await person()
  await test.step('the client accepts, and the coach sees it live', async () => {
    await coach.goto('/dashboard')
    await expect(coach.getByText('Ahora estas conectado.')).toBeVisible()
    const link = await mailed(server, clientEmail, /http\S+\/invitation\/\S+\?t=[\w-]+/)
    await client.goto(link)
    await expect(client.getByText(/te invita a su espacio de coaching/)).toBeVisible()
    // The secret does not stay in the address bar (ASVS 14.2.1).
    await expect(client).not.toHaveURL(/t=/)
    await fill(client, /^Contraseña/, PASSWORD)
    await fill(client, /^Repite la contraseña/, PASSWORD)
    await client.getByRole('checkbox', { name: /términos/ }).check()
    await client.getByRole('checkbox', { name: /privacidad/ }).check()
    await client.getByRole('button', { name: 'Aceptar invitación' }).click()
    await expect(client).toHaveURL(/\/dashboard$/)

    await coach.getByRole('button', { name: /Notificaciones/ }).click()
    await expect(coach.getByText('Invitación aceptada')).toBeVisible()
    await expect(coach.getByText('HOY').first()).toBeVisible()
    await coach
      .getByRole('link', { name: /Ver cliente/ })
      .or(coach.getByRole('button', { name: /Ver cliente/ }))
      .first()
      .click()
    await expect(coach).toHaveURL(/\/clients\/view\//)
    await expect(coach.getByRole('heading', { name: 'Mariana Torres' })).toBeVisible()
  })

  await test.step('the client requests a free start', async () => {
    await coach.getByRole('link', { name: 'Inicio' }).first().click()
    await client
      .getByRole('link', { name: /^Agendar/ })
      .first()
      .click()
    await expect(client).toHaveURL(/\/session\/new/)
    await client.getByRole('button', { name: /^martes 2 de febrero/i }).click()
    await client.getByRole('button', { name: '10:00 h' }).click()
    await fill(client, /¿Qué quieres trabajar\?/, 'Decidir mi próximo paso')
    await client.getByRole('button', { name: 'Solicitar sesión' }).click()
    await expect(
      client.getByText('Solicitud enviada. Te avisamos cuando tu coach la confirme.'),
    ).toBeVisible()
  })

  await test.step('the coach sees the request live and confirms it: they will meet in Norte', async () => {
    const review = coach.getByRole('link', { name: /Ver solicitud/ })
    await expect(review).toBeVisible()
    await review.click()
    await expect(coach).toHaveURL(/\/session\/confirm\//)
    await expect(coach.getByText('Decidir mi próximo paso')).toBeVisible()
    await pressTwice(coach.getByRole('button', { name: 'Confirmar', exact: true }))
    await expect(coach.getByText('Sesión confirmada. Ya le avisamos a Mariana.')).toBeVisible()
  })

  await test.step('the client sees it confirmed without reloading, and both are reminded ten minutes before', async () => {
    await client.getByRole('link', { name: 'Inicio' }).first().click()
    await expect(client.getByText('Confirmada').first()).toBeVisible()
    await server.jumpTo('2027-02-02T15:51:00.000Z')
    for (const page of [coach, client]) {
      await page.clock.setSystemTime('2027-02-02T15:51:00.000Z')
      await go(page, '/dashboard')
      await expect(page.getByRole('link', { name: /Unirme/ }).first()).toHaveAttribute(
        'href',
        /^\/session\/room\/[\da-f-]{36}$/,
      )
      await go(page, '/notifications')
      await expect(page.getByText('Sesión en 10 minutos')).toBeVisible()
    }
  })

  await test.step('the coach closes the session: summary, private notes, an action', async () => {
    await server.jumpTo('2027-02-02T17:35:00.000Z')
    for (const page of [coach, client]) await page.clock.setSystemTime('2027-02-02T17:35:00.000Z')
    await go(client, '/dashboard')
    await coach.goto('/ending')
    await coach
      .getByRole('link', { name: /Sí, se llevó a cabo/ })
      .or(coach.getByRole('button', { name: /Sí, se llevó a cabo/ }))
      .first()
      .click()
    await expect(coach).toHaveURL(/\/session\/finished\//)
    await fill(coach, /Resumen para Mariana/, 'Acordamos hablar con su jefa esta semana.')
    await fill(coach, /Notas privadas/, 'La noté cansada.')
    await coach.getByRole('button', { name: /Agregar acción/ }).click()
    await coach
      .getByLabel(/Acción/)
      .last()
      .fill('Pedir la reunión con mi jefa')
    await coach.getByRole('button', { name: 'Cerrar sesión de coaching' }).click()
    await expect(coach.getByText('La noté cansada.')).toBeVisible()
  })

  await test.step('the client sees summary and action live, never the private notes, and ticks the action off', async () => {
    await expect(client.getByText('Acordamos hablar con su jefa esta semana.').first()).toBeVisible()
    await client.getByRole('link', { name: 'Acciones' }).first().click()
    await client.getByRole('checkbox', { name: /Pedir la reunión con mi jefa/ }).click()
    await expect(client.getByText('¡Hecha! Un paso más.')).toBeVisible()
    await go(client, '/notifications')
    await expect(client.getByText('Tu resumen está listo')).toBeVisible()
    expect(await client.content()).not.toContain('La noté cansada.')
  })

  await test.step('the coach sees it done', async () => {
    await coach.getByRole('link', { name: 'Mis Clientes' }).first().click()
    await coach
      .getByRole('link', { name: /Mariana Torres/ })
      .first()
      .click()
    await coach.getByRole('tab', { name: 'Acciones' }).click()
    await expect(coach.getByText('Pedir la reunión con mi jefa')).toBeVisible()
    await expect(coach.getByText(/Hecha/).first()).toBeVisible()
  })

  await test.step('the coach adds an action between sessions, and the client is told and adds one', async () => {
    await coach.getByRole('button', { name: 'Acción', exact: true }).click()
    const given = coach.getByRole('dialog', { name: 'Nueva acción para Mariana' })
    await given.getByLabel('Acción').fill('Escribir tres logros de la semana')
    await given.getByRole('button', { name: 'Agregar acción' }).click()
    await expect(coach.getByText('Acción agregada para Mariana.')).toBeVisible()
    await expect(coach.getByRole('checkbox', { name: 'Escribir tres logros de la semana' })).toBeVisible()

    await expect(client.getByText('Tu coach te dejó una acción').first()).toBeVisible()
    await client.getByRole('link', { name: 'Acciones' }).first().click()
    await expect(client.getByRole('checkbox', { name: 'Escribir tres logros de la semana' })).toBeVisible()
    await client.getByRole('button', { name: 'Nueva acción' }).click()
    const own = client.getByRole('dialog', { name: 'Nueva acción' })
    await own.getByLabel('Acción').fill('Dormir ocho horas')
    await own.getByRole('button', { name: 'Agregar acción' }).click()
    await expect(coach.getByRole('checkbox', { name: 'Dormir ocho horas' })).toBeVisible()
  })
})
