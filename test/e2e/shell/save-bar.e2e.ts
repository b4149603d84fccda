import type { Locator } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { go } from '../support/navigation.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import { stageRequest } from '../support/stage.ts'

const boxOf = async (what: Locator) => (await what.boundingBox())!

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 390, height: 700 },
]) {
  test(`the button of a long form stays in sight, and a message neither covers nor moves it, ${viewport.width} px wide @long`, async ({
    person,
    server,
  }) => {
    const coach = await stageCoach(server)
    const page = await person({ viewport })
    const client = await stageClient(server, coach)
    await signIn(page, client.email)
    await go(page, '/profile/contact')
    const save = page.getByRole('button', { name: 'Guardar', exact: true })
    await expect(save).toBeInViewport({ ratio: 1 })

    await page.getByLabel('WhatsApp').first().fill('+52 55 1234 5678')
    const before = await boxOf(save)
    await save.click()
    const message = page.getByText('El registro se agrego con éxito')
    await expect(message).toBeVisible()
    await expect(save).toBeEnabled()
    expect(await boxOf(save)).toEqual(before)
    const { y, height } = await boxOf(message)
    expect(y + height).toBeLessThanOrEqual(before.y)
    // The end of the form comes clear of the bar.
    await page.getByLabel('Skype').last().focus()
    const last = await boxOf(page.getByLabel('Skype').last())
    expect(last.y + last.height).toBeLessThanOrEqual((await boxOf(save)).y)
  })
}

test('the button stays in sight also where its form begins below the window @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const page = await person({ viewport: { width: 390, height: 700 } })
  await signIn(page, coach.email)
  await go(page, '/profile/contact')
  const save = page.getByRole('button', { name: 'Guardar', exact: true })
  await expect(save).toBeInViewport({ ratio: 1 })
  const bottomBar = page.getByRole('navigation', { name: 'Accesos rápidos' })
  const { y, height } = await boxOf(save)
  expect(y + height).toBeLessThanOrEqual((await boxOf(bottomBar)).y)

  await page.getByLabel('LinkedIn').fill('https://linkedin.example/in/laura')
  await save.click()
  await expect(page.getByText('El registro se agrego con éxito')).toBeVisible()
})

test("a request's answers stay in sight on a phone, and a session's form is left by Cancel @long", async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const sessionId = await stageRequest(server, await stageClient(server, coach))
  const page = await person({ viewport: { width: 390, height: 700 } })
  await signIn(page, coach.email, `/session/confirm/${sessionId}`)
  const confirm = page.getByRole('button', { name: 'Confirmar', exact: true })
  await expect(confirm).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Proponer otro horario' })).toBeInViewport({ ratio: 1 })
  const bottomBar = page.getByRole('navigation', { name: 'Accesos rápidos' })
  const { y, height } = await boxOf(confirm)
  expect(y + height).toBeLessThanOrEqual((await boxOf(bottomBar)).y)
  await confirm.click()
  await expect(page).toHaveURL(`/session/view/${sessionId}`)

  await go(page, `/calendar/session/edit/Client/${sessionId}`)
  const cancel = page.getByRole('link', { name: 'Cancelar', exact: true })
  await expect(cancel).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Cancelar sesión' })).toBeAttached()
  // The link above names whom it is with.
  await expect(page.getByText('Con Mariana', { exact: true })).toHaveCount(0)
  await cancel.click()
  await expect(page).toHaveURL(`/session/view/${sessionId}`)
})
