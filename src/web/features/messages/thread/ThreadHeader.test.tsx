import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import type { RoomHead } from '../use-room-head.ts'
import { ThreadHeader } from './ThreadHeader.tsx'

const head = (change: Partial<RoomHead> = {}): RoomHead => ({
  type: 'Client',
  name: 'Mariana Torres',
  photo: null,
  to: '/client/view/c1',
  timezone: 'Europe/Madrid',
  ...change,
})
/** What is said of the other side, under the name. */
const line = (given: RoomHead, people?: number) => {
  const { unmount } = show(<ThreadHeader head={given} people={people} hasBack={false} />)
  const { textContent } = screen.getByRole('banner').querySelector('p')!
  unmount()
  return textContent.replaceAll('\u00a0', ' ')
}

beforeEach(() => setNow('2027-02-02T18:40:00.000Z'))

// @spec P.176
test('a coach sees what time it is for the client, and that it is the same hour', () => {
  signInCoach()
  expect(line(head())).toBe('19:40 h allá')
  // Another name of the same hour; a zone half an hour away is not it.
  expect(line(head({ timezone: 'America/Costa_Rica' }))).toBe('12:40 h, misma hora')
  expect(line(head({ timezone: 'America/Mexico_City' }))).toBe('12:40 h, misma hora')
  expect(line(head({ timezone: 'America/Caracas' }))).toBe('14:40 h allá')
  expect(line(head({ timezone: 'Asia/Kolkata' }))).toBe('0:10 h allá')
  expect(line(head({ timezone: undefined })).trim()).toBe('')
})

test('a client sees whose conversation it is, and no time; a group how many are in it', () => {
  signInClient()
  expect(line(head({ to: '/coach' }))).toBe('Tu coach')
  expect(line(head({ type: 'Group', timezone: undefined }), 3)).toBe('3 personas')
})
