import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { useStore } from '#web/store/store.ts'
import { Component } from './EndingListScreen.tsx'

beforeEach(() => {
  signInCoach()
  const { user } = useStore.getState().session
  useStore.setState(({ session }) => ({
    session: { ...session, userType: 'client', user: { ...user!, clientId: 'c1' as never } },
  }))
})

test('a session that was closed between the two reads of a client is shown once, as it is now', async () => {
  const waiting = confirmedSession({ phase: 'toClose' })
  const closed = confirmedSession({ status: 'completed', phase: null, title: 'Sesión 1, cerrada' })
  const list = (url: string) => {
    if (url.includes('toRate=true')) return []
    return url.includes('tab=toClose') ? [waiting] : [closed]
  }
  vi.stubGlobal('fetch', (url: string) => {
    const data = list(url)
    return Promise.resolve(
      new Response(JSON.stringify({ data, total: data.length, page: 1, items: 10 }), { status: 200 }),
    )
  })
  show(<Component />)
  await screen.findByText('Sesión 1, cerrada')
  expect(screen.getAllByRole('article')).toHaveLength(1)
})
