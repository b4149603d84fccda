import type { Page } from '@playwright/test'
import { whyNoJanus } from '#test/support/servers/janus.ts'
import { ALLOWED, bookRoom, control, expectMoving, join, tile } from '../support/calls.ts'
import { stageGroup, stageMember } from '../support/groups.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import { type Media, expect, mediaOf, test } from '../support/sfu.ts'

const reason = whyNoJanus()
test.skip(reason !== undefined, reason ?? '')

/** From one look to the next more is sent and received, of sound and of pictures, over as many lines. A new one counts from 0. */
async function expectFlowing(page: Page): Promise<void> {
  const figures = ({ sent, received, frames }: Media) => [
    sent.audio,
    sent.video,
    received.audio,
    received.video,
    frames,
  ]
  let last = await mediaOf(page)
  let grown = figures(last).map(() => false)
  const look = async () => {
    const [before, now] = [last, await mediaOf(page)]
    last = now
    if (now.to.length === before.to.length) {
      const was = figures(before)
      grown = figures(now).map((figure, at) => grown[at]! || figure > was[at]!)
    }
    return grown
  }
  await expect.poll(look).toEqual([true, true, true, true, true])
}

// @spec P.264
test('three people meet through a real SFU, which goes on without a server, and they without it @long', async ({
  meeting,
}) => {
  const { server, janus } = meeting
  const coach = await stageCoach(server)
  const mariana = await stageClient(server, coach)
  const elena = await stageClient(server, coach, { name: 'Elena', lastName: 'Ríos' })
  const groupId = await stageGroup(server, coach, { name: 'Líderes', capacity: 11 })
  for (const { clientId } of [mariana, elena]) await stageMember(server, coach, groupId, { clientId })
  const { id } = await bookRoom(server, coach, { type: 'Group', groupId }, 5)
  const hers = await meeting.open(ALLOWED)
  const phone = await meeting.open({ ...ALLOWED, viewport: { width: 390, height: 844 } })
  const third = await meeting.open(ALLOWED)
  const people = [
    { page: hers, email: coach.email, name: 'Ana' },
    { page: phone, email: mariana.email, name: 'Mariana' },
    { page: third, email: elena.email, name: 'Elena' },
  ]
  const expectAllMoving = async () => {
    for (const { page } of people) {
      for (const { name, page: theirs } of people) if (theirs !== page) await expectMoving(tile(page, name))
    }
  }

  await test.step('all see each other, each by one connection there and one back', async () => {
    for (const { page, email } of people) {
      await signIn(page, email, `/session/room/${id}`)
      await expect(page.getByText('En esta sala caben hasta 12 personas.')).toBeVisible()
      await join(page).click()
    }
    await expectAllMoving()
    for (const { page } of people) {
      const media = await mediaOf(page)
      expect(media.to).toEqual([janus.address, janus.address])
      expect(media.pictures).toBe(2)
      await expectFlowing(page)
    }
  })

  await test.step('a screen that one shares is seen by the others', async () => {
    await control(third, 'Compartir pantalla').click()
    for (const page of [hers, phone]) await expectMoving(tile(page, 'Pantalla de Elena'))
    await control(third, 'Dejar de compartir').click()
    await expect(tile(hers, 'Pantalla de Elena')).toHaveCount(0)
    await expectMoving(tile(hers, 'Elena'))
  })

  await test.step('the coach mutes one of them, who may speak again', async () => {
    await hers.getByRole('button', { name: 'Silenciar a Mariana' }).click()
    await expect(tile(third, 'Mariana').getByRole('img', { name: 'Micrófono apagado' })).toBeVisible()
    await control(phone, 'Activar micrófono').click()
    await expect(tile(third, 'Mariana').getByRole('img', { name: 'Micrófono apagado' })).toHaveCount(0)
  })

  await test.step('one leaves, and comes back with a page that is loaded again', async () => {
    await control(third, 'Salir de la videollamada').click()
    await expect(tile(hers, 'Elena')).toHaveCount(0)
    await expectFlowing(hers)
    await third.goto(`/session/room/${id}`)
    await join(third).click()
    await phone.reload()
    await expectAllMoving()
  })

  await test.step('a server that crashes stops no media, and is there again for all of them', async () => {
    // Each has the two connections to Janus and none that is on its way, which would be counted below.
    const expectOneLineEach = async () => {
      for (const { page } of people)
        await expect.poll(async () => (await mediaOf(page)).to).toEqual([janus.address, janus.address])
    }
    const connections = () =>
      Promise.all(
        people.map(async ({ page, name }) => ({
          name,
          opened: await page.evaluate(() => window.connections.length),
        })),
      )
    await expectOneLineEach()
    const before = await connections()
    await meeting.crash(async () => {
      for (const { page } of people) await expectFlowing(page)
    })
    await control(phone, 'Levantar la mano').click()
    await expect(tile(hers, 'Mariana').getByRole('img', { name: 'Mariana: mano levantada' })).toBeVisible()
    await control(third, 'Compartir pantalla').click()
    await expectMoving(tile(hers, 'Pantalla de Elena'))
    await control(third, 'Dejar de compartir').click()
    await expectAllMoving()
    await expectOneLineEach()
    expect(await connections()).toEqual(before)
  })

  await test.step('without the SFU the call goes on between the three of them', async () => {
    await janus.kill()
    await expect
      .poll(async () => (await mediaOf(hers)).to.filter((address) => address !== janus.address))
      .toHaveLength(2)
    await expectAllMoving()
    for (const { page } of people) await expectFlowing(page)
  })
})
