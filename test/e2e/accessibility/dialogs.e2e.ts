import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { stageInvitation } from '../support/invitations.ts'
import { inEveryLook } from '../support/looks.ts'
import { go, settled } from '../support/navigation.ts'
import { userMenu } from '../support/people.ts'
import { test } from '../support/practice.ts'

/** Checks what was opened, in every look, once `shown` is visible. */
function lookAt(page: Page, what: string, shown: Locator, behind?: 'main'): Promise<void> {
  return inEveryLook(page, what, async (here) => {
    await expect(shown, here).toBeVisible()
    await expectAccessible(page, here, behind)
    await expectFits(page, here)
  })
}

/** Opens a page and waits until it is complete: content that loads later would push a button from under the pointer. */
async function enter(page: Page, place: string): Promise<void> {
  await go(page, place)
  await settled(page)
}

/** Closes the dialog; the focus is back on the element that opened it. */
async function leaveTo(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  // Buttons of a dialog that is still closing may be called like its opener.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test('the header’s menus @long', async ({ signedIn, practice: { coach } }) => {
  const page = await signedIn(coach)
  await settled(page)
  const bell = page.getByRole('button', { name: /^Notificaciones/ })
  await bell.click()
  await lookAt(page, 'notifications', page.getByText('Ver todas las Notificaciones'), 'main')
  await leaveTo(page, bell)
  const messages = page.getByRole('button', { name: /^Mensajes/ })
  await messages.click()
  await lookAt(page, 'messages', page.getByText('Sin Mensajes'), 'main')
  await leaveTo(page, messages)
  await userMenu(page).click()
  const signOut = page.getByRole('menuitem', { name: 'Cerrar Sesión' })
  await lookAt(page, 'user menu', signOut, 'main')
  await signOut.click()
  await lookAt(page, 'logout', page.getByText('Estás a punto de Cerrar Sesión'))
  await leaveTo(page, userMenu(page))
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: /^Ir a una pantalla/ })
  await expect(palette).toBeFocused()
  await lookAt(page, 'palette', palette)
  await leaveTo(page, userMenu(page))
})

test('a coach’s dialogs about clients and the account @long', async ({ signedIn, server, practice }) => {
  const invited = await stageInvitation(server, practice.coach)
  const page = await signedIn(practice.coach)
  await enter(page, `/clients/view/${invited.clientId}`)
  const share = page.getByRole('button', { name: 'Compartir invitación' })
  await share.click()
  await lookAt(page, 'sharing an invitation', page.getByRole('button', { name: 'Copiar enlace' }))
  await leaveTo(page, share)

  await enter(page, `/clients/view/${practice.client.clientId}`)
  const action = page.getByRole('button', { name: 'Acción', exact: true })
  await action.click()
  await lookAt(page, 'a new action', page.getByRole('dialog', { name: 'Nueva acción para Mariana' }))
  await leaveTo(page, action)
  // The menu is elsewhere on a phone: each look opens its own.
  await inEveryLook(page, 'a client', async (here) => {
    const options = page.getByRole('button', { name: /^Opciones de Mariana/ })
    await options.click()
    const finish = page.getByRole('menuitem', { name: 'Finalizar' })
    await expect(finish).toBeVisible()
    await expectAccessible(page, `menu of ${here}`)
    await finish.click()
    await expect(page.getByText(/^Se cancelarán? \d+ sesi/)).toBeVisible()
    await expectAccessible(page, `finishing the process of ${here}`)
    await expectFits(page, `finishing the process of ${here}`)
    await leaveTo(page, options)
  })

  await enter(page, '/profile/account')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByLabel('Contraseña actual')).toBeFocused()
  await lookAt(page, 'changing the password', page.getByLabel('Contraseña actual'))
})

test('a coach’s dialogs about a session @long', async ({ signedIn, states: { coach, sessions } }) => {
  const page = await signedIn(coach)
  await enter(page, `/session/confirm/${sessions.requested}`)
  await expect(page.getByText('Ese horario está libre en tu calendario.')).toBeVisible()
  const propose = page.getByRole('button', { name: 'Proponer otro horario' })
  await propose.click()
  await lookAt(page, 'proposing times', page.getByRole('dialog', { name: 'Proponer otro horario' }))
  await leaveTo(page, propose)
  const reject = page.getByRole('button', { name: 'No puedo' })
  await reject.click()
  await lookAt(page, 'turning a request down', page.getByRole('dialog', { name: '¿No puedes a esa hora?' }))
  await leaveTo(page, reject)

  await enter(page, `/session/view/${sessions.series}`)
  const move = page.getByRole('button', { name: 'Reagendar' })
  await move.click()
  await lookAt(page, 'moving a session of a series', page.getByRole('dialog', { name: 'Reagendar' }))
  await leaveTo(page, move)
  const more = page.getByRole('button', { name: 'Más', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Cancelar sesión' }).click()
  await lookAt(page, 'cancelling a session', page.getByRole('dialog', { name: '¿Cancelar esta sesión?' }))
  await leaveTo(page, more)
  await inEveryLook(page, 'adding to a calendar', async (here) => {
    const add = page.getByRole('button', { name: 'Agregar a mi calendario' })
    await add.click()
    await expect(page.getByRole('menuitem', { name: 'Archivo .ics' })).toBeVisible()
    await expectAccessible(page, here)
    await leaveTo(page, add)
  })
})

test('a client’s dialogs about a session @long', async ({ signedIn, states: { client, sessions } }) => {
  const page = await signedIn(client)
  await enter(page, `/session/view/${sessions.ofGroup}`)
  const excuse = page.getByRole('button', { name: 'No puedo ir' })
  await excuse.click()
  await lookAt(page, 'excusing oneself', page.getByRole('dialog', { name: '¿No puedes ir a esta sesión?' }))
  await leaveTo(page, excuse)

  await enter(page, `/session/view/${sessions.confirmed}`)
  const move = page.getByRole('button', { name: 'Mover sesión' })
  await move.click()
  await lookAt(page, 'asking to move', page.getByRole('dialog', { name: 'Mover sesión' }))
  await leaveTo(page, move)
  const history = page.getByRole('button', { name: 'Historial' })
  await history.click()
  await lookAt(page, 'the history', page.getByText('Sesión agendada'))
})

test('a coach’s dialogs on the calendar @long', async ({ signedIn, practice: { coach } }) => {
  const page = await signedIn(coach)
  await enter(page, '/calendar?view=agenda')
  const options = page.getByRole('button', { name: /^Opciones de Sesión/ }).first()
  await options.click()
  const move = page.getByRole('button', { name: 'Reagendar' })
  await expect(move).toBeVisible()
  await expectAccessible(page, 'session of the calendar')
  await move.click()
  await lookAt(page, 'moving a session', page.getByRole('dialog', { name: 'Reagendar' }))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Más opciones del calendario' }).click()
  await page.getByRole('menuitem', { name: 'Bloquear tiempo' }).click()
  await page.getByRole('combobox', { name: 'Se repite' }).click()
  await page.getByRole('option', { name: 'Cada semana' }).click()
  await lookAt(page, 'blocking time', page.getByRole('dialog', { name: 'Bloquear tiempo' }))
})
