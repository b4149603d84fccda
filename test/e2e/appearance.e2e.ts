import type { Locator, Page } from '@playwright/test'
import type { Me } from '#contract/account/auth.ts'
import { picture } from '#test/support/pictures.ts'
import { expectAccessible, expectFits } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { go } from './support/navigation.ts'
import { callApi, signIn, stageClient, stageCoach, userMenu } from './support/people.ts'

const SAVED = 'El registro se agrego con éxito'

/** Chooses a file as a person does: by the button that asks for one. */
async function choose(page: Page, button: string, name: string, mimeType: string, buffer: Buffer) {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await asked).setFiles({ name, mimeType, buffer })
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })

/** The two colours of the sidebar's gradient, as the page has them now. */
const gradient = (page: Page) =>
  sidebar(page).evaluate((element) => getComputedStyle(element).backgroundImage)

/** Whether an image is drawn beside a name, as a background rather than an img. */
const isMarked = (name: Locator) =>
  name.evaluate((element) => element.previousElementSibling?.querySelector('svg') instanceof SVGElement)

test('a client sees the new look of the practice while it changes (spec §1, product §18)', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const mariana = await stageClient(server, staged)
  const [coach, client] = [await person(), await person()]
  await signIn(coach, staged.email)
  await signIn(client, mariana.email)
  const side = sidebar(client)
  const mark = side.getByText('Norte', { exact: true })

  await test.step('before, it is the blue gradient and the mark of Norte', async () => {
    expect(await gradient(client)).toContain('rgb(11, 46, 111)')
    await expect(mark).toBeVisible()
    expect(await isMarked(mark)).toBe(true)
    await expect(side.getByRole('presentation')).toHaveCount(0)
    await expect(userMenu(coach)).toHaveText(/Coach$/)
  })

  await test.step('the tab Empresa shows each change before it is saved', async () => {
    await go(coach, '/company')
    await coach.getByLabel('Nombre de la empresa').fill('Casa Brújula')
    await coach.getByText('Morado').click()
    await expect(coach.getByRole('radio', { name: 'Morado' })).toBeChecked()
    await choose(coach, 'Elegir logo', 'logo.svg', 'image/svg+xml', Buffer.from('<svg/>'))
    await expect(coach.getByRole('alert')).toHaveText('Usa una imagen JPG, PNG, WebP, GIF o AVIF.')
    // A file that is a picture only by name is refused before it is previewed.
    await choose(coach, 'Elegir logo', 'logo.png', 'image/png', Buffer.from('no es una imagen'))
    await expect(coach.getByRole('alert')).toHaveText('La imagen está dañada o incompleta. Prueba con otra.')
    await expect(coach.getByRole('img', { name: 'Tu logo' })).toHaveCount(0)
    const logo = await picture('png', { width: 600, height: 200 })
    await choose(coach, 'Elegir logo', 'logo.png', 'image/png', logo)
    await expect(coach.getByRole('img', { name: 'Tu logo' })).toBeVisible()
    await expect(coach.getByText('Casa Brújula').first()).toBeVisible()
    expect(await gradient(coach)).toContain('rgb(11, 46, 111)')
    await expectAccessible(coach, 'the company while it is edited')
  })

  await test.step('saved, it is there on both sides at once', async () => {
    await coach.getByRole('button', { name: 'Guardar' }).click()
    await expect(coach.getByText(SAVED)).toBeVisible()
    await expect(side.getByText('Casa Brújula')).toBeVisible()
    await expect.poll(() => gradient(client)).toContain('rgb(62, 18, 147)')
    await expect.poll(() => gradient(coach)).toContain('rgb(62, 18, 147)')
    for (const page of [client, coach]) {
      const shown = sidebar(page).getByRole('presentation').first()
      await expect(shown).toBeVisible()
      expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
    }
    await expect(userMenu(coach)).toHaveText(/Coach · Casa Brújula$/)
  })

  await test.step('a refusal of the server is shown at the field, and changes nothing', async () => {
    const lie = await picture('png')
    await choose(coach, 'Cambiar logo', 'logo.jpg', 'image/jpeg', lie)
    await coach.getByRole('button', { name: 'Guardar' }).click()
    await expect(coach.getByText('El contenido del archivo no coincide con su nombre.')).toBeVisible()
    await coach.reload()
    await expect(coach.getByRole('img', { name: 'Tu logo' })).toBeVisible()
  })

  await test.step('removed, the logo of Norte is back', async () => {
    // The profile shows the same (product §1 D3), and leads to where it is edited.
    await go(coach, '/profile/customization')
    await expect(coach.getByRole('heading', { level: 1, name: 'Empresa' })).toBeVisible()
    await expect(coach.getByRole('img', { name: 'Tu logo' })).toBeVisible()
    await coach.getByRole('link', { name: 'Cambiar: Tu empresa' }).click()
    await coach.getByRole('button', { name: 'Quitar logo' }).click()
    await coach.getByText('Azul').click()
    await coach.getByRole('button', { name: 'Guardar' }).click()
    await expect(coach.getByText(SAVED)).toBeVisible()
    await expect(side.getByRole('presentation')).toHaveCount(0)
    expect(await isMarked(side.getByText('Casa Brújula'))).toBe(true)
    await expect.poll(() => gradient(client)).toContain('rgb(11, 46, 111)')
  })
})

test('a photo is chosen, framed, shown and taken away (product §18) @long', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const page = await person({ viewport: { width: 390, height: 844 } })
  await signIn(page, coach.email, '/profile/info')
  const dialog = page.getByRole('dialog', { name: 'Encuadra la foto' })
  const menu = page.getByRole('button', { name: /Ana (Sofía )?López/ })
  // The name is beside it: the picture is decorative.
  const avatar = menu.getByRole('presentation', { includeHidden: true })

  await test.step('without one, the menu shows initials in its place (spec §1)', async () => {
    await expect(menu).toContainText('AL')
    await expect(avatar).toHaveCount(0)
  })

  await test.step('a file that is not a picture is refused at once', async () => {
    await choose(page, 'Elegir foto', 'foto.html', 'text/html', Buffer.from('<p>'))
    await expect(page.getByRole('alert')).toHaveText('Usa una imagen JPG, PNG, WebP, GIF o AVIF.')
    await choose(page, 'Elegir foto', 'foto.png', 'image/png', Buffer.from('no es una imagen'))
    await expect(page.getByRole('alert')).toHaveText('No pudimos abrir esta imagen. Prueba con otra.')
  })

  await test.step('framed by keyboard, and sent', async () => {
    const photo = await picture('jpeg', { width: 800, height: 500 })
    await choose(page, 'Elegir foto', 'foto.jpg', 'image/jpeg', photo)
    const frame = dialog.getByRole('group', { name: /Recuadro de la foto/ })
    await frame.focus()
    for (let presses = 0; presses < 3; presses += 1) await frame.press('ArrowLeft')
    await expectAccessible(page, 'the frame of a photo')
    await expectFits(page, 'the frame of a photo')
    await dialog.getByRole('button', { name: 'Usar esta foto' }).click()
    await expect(page.getByText('Tu foto se actualizó.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cambiar foto' })).toBeVisible()
  })

  await test.step('the menu shows it in their place, from its address (spec §1)', async () => {
    const { token } = coach
    const { user } = await callApi<Me>(server, 'GET', '/v1/auth/me', { token })
    expect(user.photo).not.toBeNull()
    await expect(avatar).toHaveAttribute('src', user.photo!.fileURL)
    await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
    await expect(menu).not.toContainText('AL')
  })

  await test.step('the name is saved, and is in the menu', async () => {
    await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('')
    await expect(page.getByText('Campo requerido')).toBeVisible()
    await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Ana Sofía')
    await page.getByLabel('Fecha de nacimiento').fill('2030-01-01')
    await expect(page.getByText('Elige una fecha que ya haya pasado.')).toBeVisible()
    await page.getByLabel('Fecha de nacimiento').fill('1986-05-17')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText(SAVED)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Fecha de nacimiento')).toHaveValue('1986-05-17')
    await expect(page.getByRole('button', { name: /Ana Sofía López/ })).toBeVisible()
  })

  await test.step('taken away after a question', async () => {
    await page.getByRole('button', { name: 'Quitar foto' }).click()
    const question = page.getByRole('dialog', { name: '¿Quitar tu foto?' })
    await question.getByRole('button', { name: 'Quitar foto' }).click()
    await expect(page.getByText('Quitamos tu foto.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Elegir foto' })).toBeVisible()
    await expect(avatar).toHaveCount(0)
    await expect(menu).toContainText('AL')
  })
})

test('all fields of a form have the same border, in both schemes @long', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const page = await person()
  await signIn(page, coach.email, '/clients')
  await go(page, '/clients/new')
  const main = page.getByRole('main')
  await expect(main.getByLabel('Ocupación')).toBeVisible()
  const fields = main.getByRole('textbox').or(main.getByRole('combobox'))
  const borders = async () => {
    // The one among tags has none: it is on the box around them.
    const all = await fields.evaluateAll((each) =>
      each
        .map((field) => getComputedStyle(field))
        .flatMap(({ borderWidth, borderColor }) => (borderWidth === '0px' ? [] : [borderColor])),
    )
    return [...new Set(all)]
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expect.poll(borders).toEqual(['rgb(133, 141, 159)'])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect.poll(borders).toEqual(['rgb(107, 114, 128)'])

  await main.getByLabel('Nombre').fill('')
  await main.getByLabel('Apellidos').click()
  await expect(main.getByLabel('Nombre')).toHaveCSS('border-color', 'rgb(255, 135, 135)')
})
