import { ALLOWED, bookRoom } from '../support/calls.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'

// @spec P.274
test('the lobby uses the devices one chooses, remembers them, shows how loud one is, and plays a sound', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const { clientId } = await stageClient(server, coach)
  const { id } = await bookRoom(server, coach, { type: 'Client', clientId }, 5)
  const page = await person(ALLOWED)
  await signIn(page, coach.email, `/session/room/${id}`)
  const microphone = page.getByRole('combobox', { name: 'Micrófono' })
  await expect(microphone).toHaveValue('Fake Default Audio Input')
  await expectAccessible(page, 'the devices of the lobby')

  await test.step('the meter moves with the fake microphone, which beeps', async () => {
    const meter = page.getByText('Habla: así te oyes').locator('xpath=following-sibling::div')
    const shown = () => meter.evaluate((element) => element.getAttribute('style'))
    const before = await shown()
    await expect.poll(shown).not.toBe(before)
  })

  await test.step('the sound is played and ends', async () => {
    // It is short.
    await Promise.all([
      expect(page.getByRole('button', { name: 'Sonando...' })).toBeDisabled(),
      page.getByRole('button', { name: 'Probar sonido' }).click(),
    ])
    await expect(page.getByRole('button', { name: 'Probar sonido' })).toBeEnabled()
  })
  await test.step('another microphone is used at once, and after a reload', async () => {
    await microphone.click()
    await page.getByRole('option', { name: 'Fake Audio Input 2' }).click()
    await expect(microphone).toHaveValue('Fake Audio Input 2')
    await page.reload()
    await expect(microphone).toHaveValue('Fake Audio Input 2')
  })
})
