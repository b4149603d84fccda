import type { Locator, Page } from '@playwright/test'
import { whyNoJanus } from '#test/support/servers/janus.ts'
import { ALLOWED, control, expectMoving, join, tile } from '../support/calls.ts'
import { expectAccessible, expectFits } from '../support/axe.ts'
import { stageGroupCall } from '../support/groups.ts'
import { signIn } from '../support/people.ts'
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
  const { people: staged, room } = await stageGroupCall(server, ['Mariana', 'Elena'])
  const hers = await meeting.open(ALLOWED)
  const phone = await meeting.open({ ...ALLOWED, viewport: { width: 390, height: 844 } })
  const third = await meeting.open(ALLOWED)
  const people = staged.map((each, at) => ({ ...each, page: [hers, phone, third][at]! }))
  const expectAllMoving = async () => {
    for (const { page } of people) {
      for (const { name, page: theirs } of people) if (theirs !== page) await expectMoving(tile(page, name))
    }
  }

  await test.step('all see each other, each by one connection there and one back', async () => {
    for (const { page, email } of people) {
      await signIn(page, email, room)
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
    await third.goto(room)
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

const NAMES = ['Mariana', 'Elena', 'Sol', 'Uma']

/** How large a tile is shown, in pixels. */
async function areaOf(shown: Locator): Promise<number> {
  const { width, height } = (await shown.boundingBox())!
  return Math.round(width * height)
}

/** By how much the largest other tile is larger than the smallest, and whose it is. */
async function largestOf(page: Page, names: readonly string[]): Promise<{ name: string; times: number }> {
  const areas: { name: string; area: number }[] = []
  for (const name of names) areas.push({ name, area: await areaOf(tile(page, name)) })
  const sorted = areas.toSorted((a, b) => b.area - a.area)
  return { name: sorted[0]!.name, times: sorted[0]!.area / sorted.at(-1)!.area }
}

// @spec P.306
test('five people meet through a real SFU, as a grid and with who speaks large, and see hands, reactions and who is muted @long', async ({
  meeting,
}) => {
  const { people, room } = await stageGroupCall(meeting.server, NAMES)
  const inCall: { page: Page; name: string }[] = []
  for (const { name, email } of people) {
    const viewport = name === 'Mariana' ? { width: 390, height: 844 } : { width: 1280, height: 720 }
    const page = await meeting.open({ ...ALLOWED, viewport })
    await signIn(page, email, room)
    await join(page).click()
    inCall.push({ page, name })
  }
  const pageOf = (name: string) => inCall.find((each) => each.name === name)!.page
  const othersOf = (name: string) => inCall.filter((each) => each.name !== name)
  const [hers, phone] = [pageOf('Ana'), pageOf('Mariana')]
  const looked = [
    { page: hers, others: NAMES, what: 'on a desktop' },
    { page: phone, others: ['Ana', 'Elena', 'Sol', 'Uma'], what: 'on a phone' },
  ]
  // All at once: a look at one after the other takes a second each.
  const expectAllMoving = () =>
    Promise.all(
      inCall.flatMap(({ page, name }) => othersOf(name).map((other) => expectMoving(tile(page, other.name)))),
    )

  await test.step('each sees all others move, in a grid of equal tiles', async () => {
    await expectAllMoving()
    for (const { page } of inCall) {
      const { address } = meeting.janus
      // A line may be on its way.
      await expect.poll(async () => (await mediaOf(page)).to).toEqual([address, address])
    }
    await Promise.all(inCall.map(({ page }) => expectFlowing(page)))
    for (const { page, others, what } of looked) {
      await expect.poll(async () => (await largestOf(page, others)).times, what).toBeLessThan(1.05)
      await expectAccessible(page, `a call of five ${what}`)
      await expectFits(page, `a call of five ${what}`)
    }
  })

  await test.step('a raised hand and a reaction are seen by all others', async () => {
    await control(phone, 'Levantar la mano').click()
    for (const { page } of othersOf('Mariana')) {
      await expect(tile(page, 'Mariana').getByRole('img', { name: 'Mariana: mano levantada' })).toBeVisible()
    }
    await control(phone, 'Bajar la mano').click()
    for (const { page } of othersOf('Mariana')) {
      await expect(tile(page, 'Mariana').getByRole('img', { name: /mano levantada/ })).toHaveCount(0)
    }
    await control(phone, 'Reaccionar').click()
    // It goes away by itself.
    await Promise.all([
      ...othersOf('Mariana').map(({ page }) => expect(tile(page, 'Mariana').getByText('👏')).toBeVisible()),
      phone.getByRole('button', { name: '👏' }).click(),
    ])
  })

  await test.step('the coach mutes one, which all others see', async () => {
    await hers.getByRole('button', { name: 'Silenciar a Uma' }).click()
    await expect(control(pageOf('Uma'), 'Activar micrófono')).toBeVisible()
    for (const { page } of othersOf('Uma')) {
      await expect(tile(page, 'Uma').getByRole('img', { name: 'Micrófono apagado' })).toBeVisible()
    }
  })

  await test.step('who speaks is large, on a desktop and on a phone', async () => {
    for (const name of ['Ana', 'Mariana', 'Sol']) await control(pageOf(name), 'Silenciar micrófono').click()
    for (const { page } of looked) {
      await control(page, 'Más opciones').click()
      await page.getByRole('menuitem', { name: 'Ver a quien habla' }).click()
    }
    for (const [speaker, quiet] of [
      ['Elena', 'Sol'],
      ['Sol', 'Elena'],
    ] as const) {
      for (const { page, others, what } of looked) {
        await expect
          .poll(async () => (await largestOf(page, others)).name, `who is large ${what}`)
          .toBe(speaker)
        await expect.poll(async () => (await largestOf(page, others)).times, what).toBeGreaterThan(3)
        await expect(tile(page, speaker).getByRole('img', { name: 'Tiene la palabra' })).toBeVisible()
        await expectMoving(tile(page, speaker))
        await expectFits(page, `${speaker} speaks ${what}`)
      }
      await control(pageOf(speaker), 'Silenciar micrófono').click()
      await control(pageOf(quiet), 'Activar micrófono').click()
    }
    for (const { page, what } of looked)
      await expectAccessible(page, `a call of five with the speaker large ${what}`)
  })

  await test.step('back in the grid all are the same size and move', async () => {
    for (const { page } of looked) {
      await control(page, 'Más opciones').click()
      await page.getByRole('menuitem', { name: 'Ver a todos' }).click()
    }
    for (const { page, others } of looked) {
      await expect.poll(async () => (await largestOf(page, others)).times).toBeLessThan(1.05)
    }
    await expectAllMoving()
  })
})
