import { expect, test } from '../support/fixtures.ts'
import { signIn, stageCoach } from '../support/people.ts'

// @spec 2.42
test('a voucher waits on every device until it is paid, and the plan is changed then (product §5) @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server, { paid: false })
  const page = await person()
  await signIn(page, coach.email, '/payment')

  await test.step('a voucher is issued, and still there after a reload and on another device', async () => {
    await page.getByRole('radio', { name: 'OXXO' }).check()
    await page.getByRole('button', { name: /^Pagar \$/ }).click()
    await page.getByRole('button', { name: 'Emitir una ficha' }).click()
    await expect(page.getByRole('heading', { name: 'Paga en OXXO' })).toBeVisible()
    await page.reload()
    await expect(page.getByText('0000 0000 0000 00', { exact: true })).toBeVisible()
    await expect(page.getByText('Modo de prueba: no pagues nada.')).toBeVisible()
  })
  const phone = await person()
  await signIn(phone, coach.email, '/payment/done')
  await expect(phone.getByRole('heading', { name: 'Tu pago está en camino' })).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'Paga en OXXO' })).toBeVisible()

  await test.step('once it is paid, both are led on with thanks', async () => {
    await page.getByRole('link', { name: 'Ver la ficha' }).click()
    await page.getByRole('button', { name: 'Aprobar el pago', exact: true }).click()
    for (const each of [page, phone]) {
      await expect(each).toHaveURL(/\/dashboard$/)
      await expect(each.getByText('Pago recibido. ¡Gracias!')).toBeVisible()
    }
  })

  await test.step('another plan says what it costs before it is chosen', async () => {
    await page.goto('/profile/payment')
    await expect(page.getByRole('heading', { name: 'Paga en OXXO' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Pagar \$/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Cambiar de plan' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Cambiar de plan?' })
    await expect(dialog.getByText('Pagas hoy')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cambiar de plan' }).click()
    await expect(page.getByText('Listo: ahora tienes el plan Anual.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
})
