import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { IsoInstant } from '#contract/values.ts'
import { confirmedSession, signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { useViewer } from '#web/store/viewer.ts'
import { SessionsPanel } from './SessionsPanel.tsx'

function Own() {
  const viewer = useViewer()
  return <SessionsPanel of={{ type: 'Client', itemId: viewer.clientId! }} viewer={viewer} />
}

beforeEach(signInClient)

test('a past session that waits for its rating offers it; one that has been rated does not', async () => {
  const unrated = confirmedSession({ status: 'completed', phase: null, title: 'Sesión 2' })
  const rated = { ...unrated, id: '01890000-0000-7000-8000-000000000009', title: 'Sesión 1' }
  vi.stubGlobal('fetch', (url: string) => {
    const data = url.includes('toRate=true') ? [unrated] : [unrated, rated]
    return Promise.resolve(
      new Response(JSON.stringify({ data, total: data.length, page: 1, items: 10 }), { status: 200 }),
    )
  })
  show(<Own />)
  fireEvent.click(screen.getByRole('tab', { name: /Pasadas/ }))
  expect(await screen.findByRole('link', { name: 'Calificar: Sesión 2' })).toBeTruthy()
  expect(screen.getByText('Sesión 1')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Calificar: Sesión 1' })).toBeNull()
})

test('the tile of a session shows its month, and its line the weekday', async () => {
  const tuesday = confirmedSession({
    startsAt: IsoInstant.parse('2027-02-23T15:00:00Z'),
    endsAt: IsoInstant.parse('2027-02-23T16:00:00Z'),
  })
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify({ data: [tuesday], total: 1, page: 1, items: 10 }), { status: 200 }),
    ),
  )
  show(<Own />)
  expect(await screen.findByText(/^martes 23 de febrero/)).toBeTruthy()
  expect(screen.getByRole('article').firstElementChild?.textContent).toBe('23feb')
})
