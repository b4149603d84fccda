import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { SetupChecklist } from './SetupChecklist.tsx'

test('the steps that are left are counted from one, whatever was done before them', () => {
  show(
    <SetupChecklist
      setup={{ emailVerified: true, hours: true, firstClient: true, logo: false, links: false }}
    />,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 1))).toEqual([
    '1',
    '2',
  ])
})
