import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expireInvitation, stageDecline, stageInvitation, stageSharedLink } from './support/invitations.ts'
import { alsoClient, signIn, stageClient, stageCoach, userMenu } from './support/people.ts'
import type { TestServer } from './support/server.ts'
import { type Stage, stagePractice } from './support/stage.ts'

const EVERY_LOOK = [
  { name: 'desktop, light', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'desktop, dark', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'phone, dark', colorScheme: 'dark', width: 390, height: 844 },
  { name: 'phone, light', colorScheme: 'light', width: 390, height: 844 },
] as const

/** `npm test` sees each scheme once and each size once; `npm run test:looks` sees every pair. */
const LOOKS = EVERY_LOOK.filter((_, index) => process.env['EVERY_LOOK'] === 'yes' || index % 2 === 0)

/** Looks at what stands on the page in both schemes and sizes. */
async function inEveryLook(page: Page, what: string, look: (what: string) => Promise<void>) {
  for (const { name, colorScheme, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await look(`${what} (${name})`)
  }
}

/** Opens each place, waits until its content stands, and looks at it. */
async function visit(page: Page, places: readonly string[]) {
  for (const place of places) {
    await page.goto(place)
    await inEveryLook(page, place, async (what) => {
      await expect(page.getByRole('heading', { level: 1 }), what).toBeVisible()
      await expect(page.locator('[aria-busy="true"]'), what).toHaveCount(0)
      await expectAccessible(page, what)
      await expectFits(page, what)
    })
  }
}

const coachPlaces = ({ client, groupId, sessions }: Stage) => [
  '/dashboard',
  '/clients',
  '/clients/new',
  '/clients/import',
  '/clients?search=zzz',
  `/clients/edit/${client.clientId}`,
  `/clients/view/${client.clientId}`,
  `/clients/view/${client.clientId}?tab=data`,
  '/calendar',
  '/calendar?view=month',
  '/calendar?view=agenda',
  '/calendar/settings',
  '/calendar/settings?tab=days',
  '/calendar/settings?tab=booking',
  '/calendar/settings?tab=blocks',
  '/calendar/settings?tab=calendars',
  '/calendar/session/new/Client',
  '/calendar/session/new/Group',
  `/calendar/session/edit/Client/${sessions.confirmed}`,
  `/session/confirm/${sessions.requested}`,
  `/session/view/${sessions.confirmed}`,
  `/session/brief/${sessions.confirmed}`,
  `/session/finished/${sessions.toClose}`,
  `/session/finished/${sessions.closed}`,
  '/ending',
  `/ending/${sessions.toClose}`,
  `/sessions/${client.clientId}/Client`,
  `/sessions/${groupId}/Group`,
  `/actions/${client.clientId}/Client`,
  '/notifications',
  '/settings',
  '/profile',
  '/profile/info',
  '/profile/customization',
  '/company',
  '/profile/contact',
  '/profile/about',
  '/profile/account',
  '/groups',
  '/no-such-place',
]

const clientPlaces = ({ client, sessions }: Stage) => [
  '/dashboard',
  '/calendar',
  '/session/new',
  `/session/view/${sessions.closed}`,
  `/session/view/${sessions.requested}`,
  `/ending/${sessions.closed}`,
  `/sessions/${client.clientId}/Client`,
  '/actions',
  '/coach',
  '/notifications',
  '/settings',
  '/profile',
  '/profile/info',
  '/profile/contact',
  '/profile/about',
  '/profile/account',
  '/goals',
]

/** An invitation in each of its states: open by mail and shared, for somebody with an account, expired, declined. */
async function invitationPlaces(server: TestServer): Promise<string[]> {
  const coach = await stageCoach(server)
  const known = await stageCoach(server)
  const [open, hasAccount, expired, declined] = await Promise.all([
    stageInvitation(server, coach),
    stageInvitation(server, coach, { email: known.email }),
    stageInvitation(server, coach),
    stageInvitation(server, coach),
  ])
  await expireInvitation(server, expired.clientId)
  await stageDecline(server, declined)
  const shared = await stageSharedLink(server, coach, open.clientId)
  return [shared, hasAccount.link, expired.link, declined.link]
}

test.describe('everybody can use', () => {
  test.setTimeout(240_000)

  test('every screen of a visitor', async ({ person, server }) => {
    const visitor = await person()
    await visit(visitor, [
      '/',
      '/register',
      '/recovery',
      '/recovery?t=x',
      '/recovery?t=',
      '/privacy',
      '/terms',
      '/invitation/01890000-0000-7000-8000-000000000000?t=x',
    ])
    await visit(visitor, await invitationPlaces(server))
    const unpaid = await stageCoach(server, { paid: false })
    const coach = await person()
    await signIn(coach, unpaid.email)
    await expect(coach).toHaveURL(/\/payment$/)
    await visit(coach, ['/payment'])
  })

  test('every screen of a coach', async ({ person, server }) => {
    const stage = await stagePractice(server)
    const coach = await person()
    await signIn(coach, stage.coach.email)
    await visit(coach, coachPlaces(stage))
  })

  test('every screen of a client', async ({ person, server }) => {
    const stage = await stagePractice(server)
    const client = await person()
    await signIn(client, stage.client.email)
    await visit(client, clientPlaces(stage))
  })

  test('every screen of a group and its dialogs', async ({ person, server }) => {
    const { coach: staged, groupId } = await stagePractice(server)
    await stageClient(server, staged, { name: 'Andrés', lastName: 'Castillo' })
    const coach = await person()
    await signIn(coach, staged.email)
    await visit(coach, [
      '/groups/new',
      `/groups/edit/${groupId}`,
      `/groups/view/${groupId}`,
      `/groups/view/${groupId}?tab=members`,
    ])
    const look = (what: string) =>
      inEveryLook(coach, what, async (here) => {
        await expect(coach.getByRole('dialog'), here).toBeVisible()
        await expectAccessible(coach, here)
        await expectFits(coach, here)
      })
    const menu = coach.getByRole('button', { name: 'Opciones de Iván Rosales' })
    await menu.click()
    await inEveryLook(coach, 'member menu', async (here) => {
      await expect(coach.getByRole('menuitem', { name: 'Quitar del grupo' }), here).toBeVisible()
      await expectAccessible(coach, here)
    })
    await coach.getByRole('menuitem', { name: 'Quitar del grupo' }).click()
    await look('removing a member')
    await coach.keyboard.press('Escape')
    await expect(menu).toBeFocused()

    const add = coach.getByRole('button', { name: 'Agregar integrantes' })
    await add.click()
    const dialog = coach.getByRole('dialog', { name: 'Agregar integrantes' })
    const client = dialog.getByRole('combobox', { name: 'Cliente' })
    await client.fill('nadie')
    await expect(dialog.getByText('Nadie más de tu lista coincide')).toBeVisible()
    await look('adding a client, nobody found')
    await client.fill('')
    await expect(coach.getByRole('option', { name: /Andrés Castillo/ })).toBeVisible()
    await look('adding a client')
    await dialog.getByRole('tab', { name: 'Una persona' }).click()
    await look('adding a person')
    await dialog.getByRole('tab', { name: 'Varias' }).click()
    await dialog.getByLabel('Pega a las personas').fill('Lucía Ramos <lucia@correo.example>\nsin correo')
    await look('adding many')
    await dialog.getByRole('button', { name: 'Revisar' }).click()
    await expect(dialog.getByText('2 personas', { exact: true })).toBeVisible()
    await look('the list of many')

    const question = coach.getByRole('dialog', { name: 'Tienes cambios sin guardar' })
    await coach.keyboard.press('Escape')
    await inEveryLook(coach, 'leaving the list of many', async (here) => {
      await expect(question, here).toBeVisible()
      await expectAccessible(coach, here)
      await expectFits(coach, here)
    })
    await coach.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await dialog.getByRole('tab', { name: 'Una persona' }).click()
    await dialog.getByRole('tab', { name: 'Varias' }).click()
    await expect(dialog.getByText('2 personas', { exact: true })).toBeVisible()
    await coach.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await expect(dialog).toBeHidden()
    await add.click()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await expect(add).toBeFocused()
  })

  test('open menus and dialogs', async ({ person, server }) => {
    const stage = await stagePractice(server)
    const coach = await person()
    await signIn(coach, stage.coach.email)
    const invited = await stageInvitation(server, stage.coach)
    const both = await stageCoach(server)
    await alsoClient(server, both)
    const mover = await person()
    await signIn(mover, both.email)
    for (const { name, colorScheme, width, height } of LOOKS) {
      for (const page of [coach, mover]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height })
      }
      await coach.goto('/dashboard')
      await coach.getByRole('button', { name: /^Notificaciones/ }).click()
      await expect(coach.getByText('Ver todas las Notificaciones')).toBeVisible()
      await expectAccessible(coach, `notifications (${name})`)
      await coach.keyboard.press('Escape')
      await coach.getByRole('button', { name: /^Mensajes/ }).click()
      await expect(coach.getByText('Sin Mensajes')).toBeVisible()
      await expectAccessible(coach, `messages (${name})`)
      await coach.keyboard.press('Escape')
      await userMenu(coach).click()
      await coach.getByRole('menuitem', { name: 'Cerrar Sesión' }).waitFor()
      await expectAccessible(coach, `user menu (${name})`)
      await coach.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
      await expect(coach.getByText('Estás a punto de Cerrar Sesión')).toBeVisible()
      await expectAccessible(coach, `logout dialog (${name})`)
      await coach.keyboard.press('Escape')
      await expect(userMenu(coach)).toBeFocused()
      await coach.keyboard.press('Control+k')
      await expect(coach.getByRole('combobox', { name: /^Ir a una pantalla/ })).toBeFocused()
      await expectAccessible(coach, `palette (${name})`)
      await coach.keyboard.press('Escape')
      await expect(userMenu(coach)).toBeFocused()

      await coach.goto(`/session/confirm/${stage.sessions.requested}`)
      await coach.getByRole('button', { name: 'Proponer otro horario' }).click()
      await expect(coach.getByRole('dialog', { name: 'Proponer otro horario' })).toBeVisible()
      await expectAccessible(coach, `proposing times (${name})`)
      await expectFits(coach, `proposing times (${name})`)
      await coach.keyboard.press('Escape')
      await expect(coach.getByRole('button', { name: 'Proponer otro horario' })).toBeFocused()

      await coach.goto('/profile/account')
      await coach.getByRole('button', { name: 'Cambiar contraseña' }).click()
      await expect(coach.getByLabel('Contraseña actual')).toBeFocused()
      await expectAccessible(coach, `password form (${name})`)
      await expectFits(coach, `password form (${name})`)

      await coach.goto(`/clients/view/${invited.clientId}`)
      await coach.getByRole('button', { name: 'Compartir invitación' }).click()
      await expect(coach.getByRole('button', { name: 'Copiar enlace' })).toBeVisible()
      await expectAccessible(coach, `share dialog (${name})`)
      await expectFits(coach, `share dialog (${name})`)

      await coach.goto(`/clients/view/${stage.client.clientId}`)
      await coach.getByRole('button', { name: /^Opciones de Mariana/ }).click()
      await coach.getByRole('menuitem', { name: 'Finalizar' }).waitFor()
      await expectAccessible(coach, `menu of a client (${name})`)
      await coach.getByRole('menuitem', { name: 'Finalizar' }).click()
      await expect(coach.getByText(/^Se cancelarán? \d+ sesi/)).toBeVisible()
      await expectAccessible(coach, `finishing a process (${name})`)
      await expectFits(coach, `finishing a process (${name})`)
      await coach.keyboard.press('Escape')
      await expect(coach.getByRole('button', { name: /^Opciones de Mariana/ })).toBeFocused()

      await coach.goto('/calendar?view=agenda')
      await coach
        .getByRole('button', { name: /^Opciones de Sesión/ })
        .first()
        .click()
      await expect(coach.getByRole('button', { name: 'Reagendar' })).toBeVisible()
      await expectAccessible(coach, `session of the calendar (${name})`)
      await coach.getByRole('button', { name: 'Reagendar' }).click()
      await expect(coach.getByRole('dialog', { name: 'Reagendar' })).toBeVisible()
      await expectAccessible(coach, `moving a session (${name})`)
      await coach.keyboard.press('Escape')
      await coach.getByRole('button', { name: 'Más opciones del calendario' }).click()
      await coach.getByRole('menuitem', { name: 'Bloquear tiempo' }).click()
      await coach.getByRole('combobox', { name: 'Se repite' }).click()
      await coach.getByRole('option', { name: 'Por semanas' }).click()
      await expectAccessible(coach, `blocking time (${name})`)
      await expectFits(coach, `blocking time (${name})`)

      await userMenu(mover).click()
      await mover.getByRole('menuitem', { name: 'Cambiar de espacio' }).click()
      await expect(mover.getByRole('dialog', { name: 'Cambiar de espacio' })).toBeVisible()
      await expectAccessible(mover, `spaces dialog (${name})`)
      await expectFits(mover, `spaces dialog (${name})`)
      await mover.keyboard.press('Escape')
      await expect(userMenu(mover)).toBeFocused()
    }
  })
})
