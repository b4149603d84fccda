import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../support/axe.ts'
import {
  ALLOWED,
  control,
  expectArriving,
  expectMoving,
  meet,
  stageRoom,
  tile,
  watchLines,
} from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'

const PHONE = { width: 390, height: 844 }

/** Chooses from the menu of a call. */
async function more(page: Page, item: string): Promise<void> {
  await control(page, 'Más opciones').click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const DEVICES = 'Cámara, micrófono y bocina'
const settings = (page: Page) => page.getByRole('dialog', { name: DEVICES })
const device = (page: Page, name: string) => settings(page).getByRole('combobox', { name, exact: true })

/** The devices whose tracks a page sends now, and how many connections it has opened. */
const sentBy = (page: Page) =>
  page.evaluate(() => {
    const open = window.connections.filter(({ connectionState }) => connectionState !== 'closed')
    const said = ({ label, enabled }: MediaStreamTrack) => (enabled ? label : `${label}, muted`)
    const tracks = open.flatMap((line) => line.getSenders().map(({ track }) => track))
    return {
      // Also those that were closed: a page that has only had one has not opened another.
      lines: window.connections.length,
      devices: tracks.flatMap((track) => (track?.readyState === 'live' ? [said(track)] : [])).toSorted(),
    }
  })

// @spec P.305
test('another camera and another microphone are chosen in a call: the other goes on seeing and hearing, and they are remembered @long', async ({
  person,
  server,
}) => {
  const staged = await stageRoom(server)
  const hers = await person({ ...ALLOWED, isNew: true })
  const theirs = await person({ ...ALLOWED, isNew: true, viewport: PHONE })
  for (const page of [hers, theirs]) await watchLines(page.context())
  await meet(staged, hers, theirs)
  const sides = [
    { page: hers, other: theirs, name: 'Ana' },
    { page: theirs, other: hers, name: 'Mariana' },
  ]
  const expectSeenAndHeard = async ({ page, other, name }: (typeof sides)[number], devices: string[]) => {
    await expect.poll(() => sentBy(page)).toEqual({ lines: 1, devices })
    await expectMoving(tile(other, name))
    await expectArriving(other, 'audioReceived', 'videoReceived', 'loudness')
  }

  for (const side of sides) {
    const { page, name } = side
    await test.step(`${name} chooses another camera, then another microphone`, async () => {
      await expectSeenAndHeard(side, ['Fake Default Audio Input', 'fake_device_0'])
      await more(page, DEVICES)
      await expect(device(page, 'Cámara')).toHaveValue('fake_device_0')
      await expectAccessible(page, `the devices of a call, ${name}`)
      await expectFits(page, `the devices of a call, ${name}`)
      await device(page, 'Cámara').click()
      await page.getByRole('option', { name: 'fake_device_2' }).click()
      await expect(device(page, 'Cámara')).toHaveValue('fake_device_2')
      await expectSeenAndHeard(side, ['Fake Default Audio Input', 'fake_device_2'])
      await device(page, 'Micrófono').click()
      await page.getByRole('option', { name: 'Fake Audio Input 2' }).click()
      await expect(device(page, 'Micrófono')).toHaveValue('Fake Audio Input 2')
      await expectSeenAndHeard(side, ['Fake Audio Input 2', 'fake_device_2'])
      await page.keyboard.press('Escape')
      await expect(settings(page)).toHaveCount(0)
      await expectMoving(tile(page, 'Tú'))
    })
  }

  await test.step('who is muted, or has the camera off, stays so with another device', async () => {
    await control(hers, 'Silenciar micrófono').click()
    await control(hers, 'Apagar cámara').click()
    await more(hers, DEVICES)
    await device(hers, 'Micrófono').click()
    await hers.getByRole('option', { name: 'Fake Audio Input 1' }).click()
    await device(hers, 'Cámara').click()
    await hers.getByRole('option', { name: 'fake_device_0' }).click()
    await expect(device(hers, 'Cámara')).toHaveValue('fake_device_0')
    await expect.poll(async () => (await sentBy(hers)).devices).toEqual(['Fake Audio Input 1, muted'])
    await hers.keyboard.press('Escape')
    await expect(control(hers, 'Activar micrófono')).toBeVisible()
    await expect(tile(theirs, 'Ana').getByRole('img', { name: 'Micrófono apagado' })).toBeVisible()
    await expect(tile(theirs, 'Ana').locator('video')).toHaveAttribute('data-hidden')
    await control(hers, 'Activar micrófono').click()
    await control(hers, 'Encender cámara').click()
    await expectSeenAndHeard(sides[0]!, ['Fake Audio Input 1', 'fake_device_0'])
  })

  await test.step('a page that is loaded again has the chosen ones', async () => {
    await theirs.reload()
    await expectMoving(tile(theirs, 'Ana'))
    await expectSeenAndHeard(sides[1]!, ['Fake Audio Input 2', 'fake_device_2'])
    await more(theirs, DEVICES)
    await expect(device(theirs, 'Cámara')).toHaveValue('fake_device_2')
    await expect(device(theirs, 'Micrófono')).toHaveValue('Fake Audio Input 2')
  })
})

/** Whose picture is in a separate window, by the name of their tile. */
const aside = (page: Page) =>
  page.evaluate(() => document.pictureInPictureElement?.getAttribute('aria-label') ?? null)

// @spec P.254
test('the other is put aside in a separate window, taken back, and gone from there when they leave @long', async ({
  person,
  server,
}) => {
  const staged = await stageRoom(server)
  const [hers, theirs] = [await person(ALLOWED), await person(ALLOWED)]
  await meet(staged, hers, theirs)
  const choice = async (name: string) => {
    await control(hers, 'Más opciones').click()
    await expect(hers.getByRole('menuitem', { name, exact: true })).toBeVisible()
    await hers.keyboard.press('Escape')
    await expect(hers.getByRole('menuitem')).toHaveCount(0)
  }

  await test.step('put aside, the other still moves, and the menu takes them back', async () => {
    await more(hers, 'Ver en una ventana aparte')
    await expect.poll(() => aside(hers)).toBe('Mariana')
    await expectMoving(tile(hers, 'Mariana'))
    await choice('Volver a la página')
    await more(hers, 'Volver a la página')
    await expect.poll(() => aside(hers)).toBeNull()
    await choice('Ver en una ventana aparte')
    await expectMoving(tile(hers, 'Mariana'))
  })

  await test.step('a camera that is off is not put aside, and that is said', async () => {
    await control(theirs, 'Apagar cámara').click()
    await expect(tile(hers, 'Mariana').locator('video')).toHaveAttribute('data-hidden')
    await more(hers, 'Ver en una ventana aparte')
    await expect(hers.getByText(/^No se pudo abrir la ventana/)).toBeVisible()
    await control(theirs, 'Encender cámara').click()
    await expectMoving(tile(hers, 'Mariana'))
  })

  await test.step('who leaves is gone from the separate window', async () => {
    await more(hers, 'Ver en una ventana aparte')
    await expect.poll(() => aside(hers)).toBe('Mariana')
    await control(theirs, 'Salir de la videollamada').click()
    await expect(tile(hers, 'Mariana')).toHaveCount(0)
    await expect.poll(() => aside(hers)).toBeNull()
    await choice('Ver en una ventana aparte')
  })
})
