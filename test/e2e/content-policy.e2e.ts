import { expect, test } from './support/fixtures.ts'
import { signIn } from './support/people.ts'
import { stagePractice } from './support/stage.ts'

test('styles created at run time are allowed by the page’s nonce, and nothing needs more (product §1 D15)', async ({
  person,
  server,
}) => {
  const stage = await stagePractice(server)
  const page = await person({ isNew: true })
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (what: string) => void violations.push(what))
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { tellViolation(what: string): void }).tellViolation(
        `${effectiveDirective} ${blockedURI}`,
      ),
    ),
  )
  await signIn(page, stage.coach.email)
  // The kit's variables come in a separate style element.
  const kit = page.locator('html')
  expect(
    await kit.evaluate((html) => getComputedStyle(html).getPropertyValue('--mantine-scale').trim()),
  ).toBe('1')
  await page.goto('/calendar')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  // The page behind a dialog does not scroll: a style that another library makes.
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(violations).toEqual([])
})
