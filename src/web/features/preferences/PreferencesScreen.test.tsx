import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  CHANNELS_OF,
  DEFAULT_TIMES,
  NewsKind,
  type NewsPreferences,
} from '#contract/account/news-preferences.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInClient, signInCoach } from '#test/support/web/people.ts'
import { show, shown } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { Component } from './PreferencesScreen.tsx'

const GET = 'GET /v1/user/:userId/preferences'
const PUT = 'PUT /v1/user/:userId/preferences'

const news: NewsPreferences = {
  kinds: Object.fromEntries(
    NewsKind.exclude(['daily']).options.map((kind) => [kind, { email: true, push: true }]),
  ) as NewsPreferences['kinds'],
  ...DEFAULT_TIMES,
}
beforeEach(() => {
  queryClient.clear()
  signInClient()
})

const cell = (name: string) => screen.findByRole('switch', { name })
const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked

// @spec P.180, 2.41
test('a client sees the rows of a client, a coach those of a coach, the product’s own column without switches', async () => {
  answerCalls({ [GET]: { body: { news } } })
  const { unmount } = show(<Component />)
  await cell('Mensajes sin leer: Correo')
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows()).toHaveLength(Object.keys(CHANNELS_OF.client).length)
  for (const row of rows()) expect(within(row).getByRole('img', { name: 'Siempre' })).toBeTruthy()
  expect(screen.queryByRole('switch', { name: 'Memorándums: Push' })).toBeNull()
  unmount()
  signInCoach()
  show(<Component />)
  await cell('Memorándums: Push')
  expect(rows()).toHaveLength(Object.keys(CHANNELS_OF.coach).length)
  expect(screen.queryByRole('switch', { name: 'Memorándums: Correo' })).toBeNull()
})

test('each choice is saved at once, and two in quick succession both stay', async () => {
  const answer = Promise.withResolvers<{ body: object }>()
  const sent = answerCalls({ [GET]: { body: { news } }, [PUT]: answer.promise })
  show(<Component />)
  fireEvent.click(await cell('Grupos: Correo'))
  fireEvent.click(await cell('Mensajes sin leer: Push'))
  await shown()
  expect([isOn('Grupos: Correo'), isOn('Mensajes sin leer: Push')]).toEqual([false, false])
  answer.resolve({ body: {} })
  await expect
    .poll(() => sent.filter(({ route }) => route === PUT).map(({ body }) => body))
    .toEqual([
      { news: { kinds: { groups: { email: false } } } },
      { news: { kinds: { messages: { push: false } } } },
    ])
})

test('a choice that is refused goes back', async () => {
  answerCalls({ [GET]: { body: { news } }, [PUT]: refusal('server.error', 500) })
  show(<Component />)
  fireEvent.click(await cell('Grupos: Correo'))
  await shown()
  await expect.poll(() => isOn('Grupos: Correo')).toBe(true)
})

test('the times show once they count, and an end that is the start cannot be chosen', async () => {
  const sent = answerCalls({ [GET]: { body: { news } }, [PUT]: { body: {} } })
  show(<Component />)
  const until = await screen.findByRole('combobox', { name: 'Hasta' })
  fireEvent.click(until)
  expect(screen.queryByRole('option', { name: '21:00' })).toBeNull()
  fireEvent.click(screen.getByRole('option', { name: '7:30' }))
  await expect
    .poll(() => sent.find(({ route }) => route === PUT)?.body)
    .toEqual({ news: { quiet: { on: true, from: '21:00', until: '07:30' } } })
  expect(screen.queryByRole('combobox', { name: 'A qué hora' })).toBeNull()
})

test('what cannot be loaded offers to try again', async () => {
  answerCalls({ [GET]: refusal('server.error', 500) })
  show(<Component />)
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
})
