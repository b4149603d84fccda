import { expectAccessible, expectFits } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { inEveryLook, visit } from '../support/looks.ts'
import { go, settled } from '../support/navigation.ts'
import { alsoClient, stageClient, stageCoach, userMenu } from '../support/people.ts'
import { test } from '../support/practice.ts'
import { stagePractice } from '../support/stage.ts'
import { coachVisits, practiceAddresses } from './visits.ts'

test('a coach can use a group and its dialogs @long', async ({ signedIn, server }) => {
  const practice = await stagePractice(server)
  const { coach: staged, groupId } = practice
  await stageClient(server, staged, { name: 'Andrés', lastName: 'Castillo' })
  const coach = await signedIn(staged)
  await visit(coach, practiceAddresses(coachVisits, 'groups', practice))
  await go(coach, `/groups/view/${groupId}?tab=members`)
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
  const search = dialog.getByRole('searchbox')
  await search.fill('nadie')
  await expect(dialog.getByText('Nadie más de tu lista coincide')).toBeVisible()
  await look('adding members, nobody found')
  await search.fill('')
  await dialog.getByRole('checkbox', { name: /Andrés Castillo/ }).check()
  await look('adding a client')
  await dialog.getByLabel('¿Alguien nuevo?').fill('Lucía Ramos <lucia@correo.example>\nsin correo')
  await look('adding many')
  await dialog.getByRole('button', { name: 'Revisar' }).click()
  await expect(dialog.getByText(/^1 de tu lista y 2 personas nuevas\./)).toBeVisible()
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
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await expect(dialog.getByRole('checkbox', { name: /Andrés Castillo/ })).toBeChecked()
  await coach.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(dialog).toBeHidden()
  await add.click()
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(add).toBeFocused()
})

test('choosing a space @long', async ({ signedIn, server }) => {
  const both = await stageCoach(server)
  await alsoClient(server, both)
  const page = await signedIn(both)
  await settled(page)
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Cambiar de espacio' }).click()
  await inEveryLook(page, 'spaces', async (here) => {
    await expect(page.getByRole('dialog', { name: 'Cambiar de espacio' }), here).toBeVisible()
    await expectAccessible(page, here)
    await expectFits(page, here)
  })
  await page.keyboard.press('Escape')
  await expect(userMenu(page)).toBeFocused()
})
