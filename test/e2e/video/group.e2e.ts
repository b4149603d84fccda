import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../support/axe.ts'
import { ALLOWED, control, expectMoving, join, tile } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { stageGroupCall } from '../support/groups.ts'
import { signIn } from '../support/people.ts'

const PHONE = { width: 390, height: 844 }

// @spec P.239
test('four people of a group, as many as without an SFU, see each other and the screen that one of them shares @long', async ({
  person,
  server,
}) => {
  const { people, room } = await stageGroupCall(server, ['Mariana', 'Elena', 'Sol'])
  const inCall: { page: Page; name: string }[] = []
  for (const { name, email } of people) {
    const page = await person(name === 'Mariana' ? { ...ALLOWED, viewport: PHONE } : ALLOWED)
    await signIn(page, email, room)
    await expect(page.getByText('En esta sala caben hasta 4 personas.')).toBeVisible()
    await join(page).click()
    inCall.push({ page, name })
  }
  await Promise.all(
    inCall.flatMap(({ page }) =>
      inCall.filter((other) => other.page !== page).map(({ name }) => expectMoving(tile(page, name))),
    ),
  )
  const [hers, phone, third, fourth] = inCall.map(({ page }) => page) as [Page, Page, Page, Page]
  await control(third, 'Compartir pantalla').click()
  for (const page of [hers, phone, fourth]) await expectMoving(tile(page, 'Pantalla de Elena'))
  await expectAccessible(hers, 'a shared screen')
  await expectFits(phone, 'a shared screen on a phone')
  await control(third, 'Dejar de compartir').click()
  await expect(tile(hers, 'Pantalla de Elena')).toHaveCount(0)
  await expectMoving(tile(hers, 'Elena'))
})
