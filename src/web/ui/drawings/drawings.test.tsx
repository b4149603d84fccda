import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ActionsDrawing } from './ActionsDrawing.tsx'
import { BellDrawing } from './BellDrawing.tsx'
import { CalendarDrawing } from './CalendarDrawing.tsx'
import { ClosedDrawing } from './ClosedDrawing.tsx'
import { DayDoneDrawing } from './DayDoneDrawing.tsx'
import { GoalsDrawing } from './GoalsDrawing.tsx'
import { GroupDrawing } from './GroupDrawing.tsx'
import { HoursDrawing } from './HoursDrawing.tsx'
import { MessagesDrawing } from './MessagesDrawing.tsx'
import { NotesDrawing } from './NotesDrawing.tsx'
import { OfflineDrawing } from './OfflineDrawing.tsx'
import { PeopleDrawing } from './PeopleDrawing.tsx'
import { ResourcesDrawing } from './ResourcesDrawing.tsx'
import { SearchDrawing } from './SearchDrawing.tsx'
import { SessionDrawing } from './SessionDrawing.tsx'

const DRAWINGS = [
  ActionsDrawing,
  BellDrawing,
  CalendarDrawing,
  ClosedDrawing,
  DayDoneDrawing,
  GoalsDrawing,
  GroupDrawing,
  HoursDrawing,
  MessagesDrawing,
  NotesDrawing,
  OfflineDrawing,
  PeopleDrawing,
  ResourcesDrawing,
  SearchDrawing,
  SessionDrawing,
]

test.each(DRAWINGS)('$name is decoration in two colours of the scheme, and light', (Show) => {
  const drawn = renderToStaticMarkup(<Show />)
  expect(drawn).toMatch(/^<svg [^>]*aria-hidden="true"/)
  expect(drawn).toContain('currentColor')
  expect(drawn).toContain('var(--norte-warm)')
  // No fixed colour, so that it follows the scheme and the accent.
  expect(drawn).not.toMatch(/#[\da-f]{3}/i)
  expect(drawn.length).toBeLessThan(1400)
})
