import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { go } from '../support/navigation.ts'
import { signIn } from '../support/people.ts'
import { stagePractice } from '../support/stage.ts'

const GOAL = 'Hablar claro en la junta'

const panel = (page: Page) => page.getByRole('dialog', { name: GOAL })
const card = (page: Page) => page.getByRole('article').filter({ hasText: GOAL })

// @spec 2.40, P.90, P.96, P.141
test('a goal from five questions to its end, with coach and client both watching', async ({
  person,
  server,
}) => {
  const staged = await stagePractice(server)
  const client = await person()
  const coach = await person()
  await signIn(client, staged.client.email)
  await signIn(coach, staged.coach.email)
  await go(coach, `/clients/view/${staged.client.clientId}?tab=goals`)
  await expect(coach.getByRole('article').filter({ hasText: 'Delegar tres decisiones' })).toBeVisible()

  await test.step('the client answers the questions, and the coach sees the goal come', async () => {
    await client.getByRole('link', { name: 'Metas', exact: true }).click()
    await client.getByRole('button', { name: 'Nueva meta' }).click()
    const dialog = client.getByRole('dialog', { name: 'Nueva meta' })
    await dialog.getByRole('button', { name: 'Siguiente' }).click()
    await expect(dialog.getByText('Campo requerido')).toBeVisible()
    await dialog.getByLabel('¿Qué quieres lograr?').fill(GOAL)
    await dialog.getByRole('button', { name: 'Siguiente' }).click()
    await dialog.getByRole('radio', { name: 'Por hitos' }).press('Space')
    await dialog.getByRole('button', { name: 'Siguiente' }).click()
    await dialog.getByRole('button', { name: 'Agregar hito' }).click()
    await dialog.getByRole('textbox', { name: 'Hito 1' }).fill('Pedir la palabra una vez')
    await dialog.getByRole('button', { name: 'Agregar hito' }).click()
    await dialog.getByRole('textbox', { name: 'Hito 2' }).fill('Presentar un tema')
    await dialog.getByRole('button', { name: 'Siguiente' }).click()
    await dialog.getByLabel('¿Por qué te importa?').fill('Quiero que cuenten conmigo')
    await dialog.getByRole('button', { name: 'Siguiente' }).click()
    await dialog.getByRole('button', { name: 'Crear meta' }).click()
    await expect(card(client)).toBeVisible()
    await expect(card(coach)).toBeVisible()
    await expect(card(coach).getByText('Sigue: Pedir la palabra una vez')).toBeVisible()
  })

  await test.step('the coach opens it and ticks a milestone; the client sees it live', async () => {
    await card(client).getByRole('button', { name: GOAL }).click()
    await card(coach).getByRole('button', { name: GOAL }).click()
    await expect(panel(coach).getByText('Quiero que cuenten conmigo')).toBeVisible()
    await panel(coach).getByRole('checkbox', { name: 'Pedir la palabra una vez' }).click()
    await expect(panel(client).getByRole('img', { name: 'Avance: 50%' })).toBeVisible()
  })

  await test.step('the client notes progress by mistake and takes it back by the toast, seen live', async () => {
    await panel(client).getByRole('button', { name: 'Registrar avance' }).click()
    const noting = client.getByRole('dialog', { name: 'Registrar avance' })
    await noting.getByRole('checkbox', { name: 'Presentar un tema' }).check()
    await noting.getByLabel('Comentario').fill('Presenté las cifras')
    await noting.getByRole('button', { name: 'Guardar avance' }).click()
    await expect(panel(coach).getByText('Presenté las cifras')).toBeVisible()
    await expect(panel(coach).getByRole('img', { name: 'Avance: 100%' })).toBeVisible()
    await client.getByRole('button', { name: 'Deshacer' }).click()
    await expect(panel(coach).getByText('Presenté las cifras')).toBeHidden()
    await expect(panel(coach).getByRole('img', { name: 'Avance: 50%' })).toBeVisible()
    await expect(panel(client).getByRole('checkbox', { name: 'Presentar un tema' })).not.toBeChecked()
  })

  await test.step('the coach removes what they noted from the list, and puts it back, seen live', async () => {
    const own = panel(client).getByText('Hito logrado: Pedir la palabra una vez')
    await expect(own).toBeVisible()
    // It is the coach's, so only they may.
    await expect(panel(client).getByRole('button', { name: /^Quitar el avance/ })).toHaveCount(0)
    await panel(coach)
      .getByRole('button', { name: /^Quitar el avance/ })
      .click()
    await expect(own).toBeHidden()
    await expect(panel(client).getByRole('img', { name: 'Avance: 0%' })).toBeVisible()
    await coach.getByRole('button', { name: 'Deshacer' }).click()
    await expect(own).toBeVisible()
    await expect(panel(client).getByRole('img', { name: 'Avance: 50%' })).toBeVisible()
  })

  await test.step('the client marks it as achieved, with what they take from it; the coach is told', async () => {
    await panel(client).getByRole('button', { name: 'Marcar como lograda' }).click()
    const ending = client.getByRole('dialog', { name: '¡Felicidades! ¿Qué te llevas de este logro?' })
    await ending.getByLabel('Lo que te llevas').fill('Que pedirla era lo difícil')
    await ending.getByRole('button', { name: 'Marcar como lograda' }).click()
    await expect(panel(client).getByText('Que pedirla era lo difícil')).toBeVisible()
    await expect(panel(coach).getByText('Que pedirla era lo difícil')).toBeVisible()
    await expect(panel(coach).getByText('Lograda', { exact: true })).toBeVisible()
    await coach.keyboard.press('Escape')
    await coach.getByRole('button', { name: /^Notificaciones/ }).click()
    await expect(coach.getByText('Una meta se logró')).toBeVisible()
  })
})

// @spec P.91, P.94
test('progress is noted, and a deleted goal comes back by the toast @long', async ({ person, server }) => {
  const staged = await stagePractice(server)
  const client = await person()
  await signIn(client, staged.client.email)
  await go(client, `/goals?open=${staged.goalId}`)
  const goal = client.getByRole('dialog', { name: 'Delegar tres decisiones' })
  await expect(goal.getByRole('img', { name: /^2 días con avance: de 33% .* a 66% / })).toBeVisible()
  await goal.getByRole('button', { name: 'Registrar avance' }).click()
  const noting = client.getByRole('dialog', { name: 'Registrar avance' })
  await noting.getByLabel('¿Cómo vas hoy? (decisiones)').fill('3')
  await noting.getByRole('button', { name: 'Guardar avance' }).click()
  await expect(goal.getByRole('img', { name: 'Avance: 100%' })).toBeVisible()
  await expect(goal.getByText('Llegaste al objetivo')).toBeVisible()
  await goal.getByRole('button', { name: 'Más opciones de la meta' }).click()
  await goal.getByRole('menuitem', { name: 'Eliminar' }).click()
  const listed = client.getByRole('article').filter({ hasText: 'Delegar tres decisiones' })
  await expect(listed).toBeHidden()
  await client.getByRole('button', { name: 'Deshacer' }).click()
  await expect(listed).toBeVisible()
})
