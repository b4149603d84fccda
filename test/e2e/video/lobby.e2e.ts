import type { SessionDto } from '#contract/sessions/sessions.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { ALLOWED, bookRoom } from '../support/calls.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { callApi, signIn, stageClient, stageCoach } from '../support/people.ts'
import { JOURNEY_NOW } from '../support/server.ts'

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

// @spec P.231
test('a session at a place leads to the map by one tap, wherever the place is named @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const startsAt = addMinutes(fromIso(JOURNEY_NOW), 5)
  const place = 'Calle 60 #491, Mérida'
  const { id } = await callApi<SessionDto>(server, 'POST', '/v1/session', {
    token: coach.token,
    body: {
      type: 'Client',
      clientId: client.clientId,
      title: 'Caminar y hablar',
      channel: 'place',
      place,
      outsideHours: true,
      startsAt: toIso(startsAt),
      endsAt: toIso(addMinutes(startsAt, 60)),
    },
  })
  const map = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
  const screens = [
    '/dashboard',
    `/sessions/${client.clientId}/Client`,
    `/session/view/${id}`,
    `/session/room/${id}`,
  ] as const
  for (const { email } of [coach, client]) {
    const page = await person()
    await page.context().route(/^https:\/\/www\.google\.com\//, (route) => route.fulfill({ body: 'A map' }))
    await signIn(page, email, screens[0])
    for (const screen of screens) {
      if (screen !== screens[0]) await page.goto(screen)
      const opening = page.waitForEvent('popup')
      await page.getByRole('link', { name: place }).first().click()
      const opened = await opening
      await expect(opened).toHaveURL(map)
      await opened.close()
    }
  }
})
