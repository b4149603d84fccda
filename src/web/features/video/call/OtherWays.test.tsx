import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { OtherWays } from './OtherWays.tsx'

const session = confirmedSession({ channel: 'norte' })
const bar = () => screen.findByRole('alert')
const linksIn = (shown: HTMLElement) =>
  within(shown)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

beforeEach(() => queryClient.clear())

// @spec P.259
describe('the other ways to talk', () => {
  test('are what their coach shows, for a client', async () => {
    signInClient()
    const contacts = [
      { kind: 'email', value: 'ana@example.org' },
      { kind: 'zoom', value: 'https://zoom.us/j/1' },
      { kind: 'whatsapp', value: '+52 55 1234 5678' },
    ]
    answerCalls({ 'GET /v1/coach/:coachId': { body: { country: 'MX', contacts } } })
    show(<OtherWays session={session} />)
    expect(linksIn(await bar())).toEqual([
      ['WhatsApp', 'https://wa.me/525512345678'],
      ['Zoom', 'https://zoom.us/j/1'],
    ])
  })

  test('are the numbers of their client, for a coach', async () => {
    signInCoach()
    answerCalls({
      'GET /v1/client/:clientId': { body: { whatsapp: null, phone: '+52 999 123 4567', country: 'MX' } },
    })
    show(<OtherWays session={session} />)
    expect(linksIn(await bar())).toEqual([['Teléfono', 'tel:+529991234567']])
  })

  test('are another network where nothing else is known', async () => {
    signInCoach()
    answerCalls({ 'GET /v1/client/:clientId': refusal('client.not_found', 404) })
    show(<OtherWays session={session} />)
    expect((await bar()).textContent).toMatch(/Prueba con otra red/)
  })
})
