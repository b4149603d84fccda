import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import { GridEntry } from './GridEntry.tsx'
import type { Shown } from './grid-events.ts'

const viewer = { side: 'client', timezone: 'America/Mexico_City' } as Viewer
const title = 'Bloquear martes y jueves de 9 a 11 y avisar al equipo'
const shown = { note: { kind: 'action' }, title } as Shown

test('an action has one line in a month, with all of it in the tooltip, and all its lines in a week', () => {
  const { rerender } = show(<GridEntry shown={shown} drawn={undefined} viewer={viewer} compact />)
  const box = () => screen.getByText(title)
  expect(box().className).toMatch(/oneLine/)
  expect(box().title).toBe(title)
  rerender(<GridEntry shown={shown} drawn={undefined} viewer={viewer} compact={false} />)
  expect(box().className).not.toMatch(/oneLine/)
  expect(box().title).toBe('')
})
