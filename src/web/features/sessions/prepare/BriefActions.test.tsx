import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { BriefActions } from './BriefActions.tsx'

const open = { text: 'Leer', name: 'Mariana', ageDays: 13, carried: 0, allowedActions: [] }

test('how long ago an action was agreed is not how long it is overdue', () => {
  const actions = [
    { ...open, id: 'a', overdue: true },
    { ...open, id: 'b', overdue: false },
  ]
  show(<BriefActions actions={actions as never} named={false} />)
  const lines = screen.getAllByText(/^Acordada hace 13 días/)
  expect(lines.map((line) => line.textContent)).toEqual([
    'Acordada hace 13 días · Vencida',
    'Acordada hace 13 días',
  ])
  expect(screen.getByText('Vencida').hasAttribute('data-overdue')).toBe(true)
})
