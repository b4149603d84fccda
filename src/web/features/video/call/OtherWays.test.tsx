import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SessionUser } from '#contract/account/auth.ts'
import { queryClient } from '#web/api/query-client.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setSession, useStore } from '#web/store/store.ts'
import { OtherWays } from './OtherWays.tsx'

const session = confirmedSession({ channel: 'norte' })
const ofGroup = confirmedSession({ type: 'Group', channel: 'norte', clientId: null, client: null })
const haveLinks = (links: Partial<SessionUser>) => {
  const { session: now } = useStore.getState()
  setSession({ ...now, user: { ...now.user!, ...links } })
}
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
    show(<OtherWays session={session} isStuck isSfuAway={false} />)
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
    show(<OtherWays session={session} isStuck isSfuAway={false} />)
    expect(linksIn(await bar())).toEqual([['Teléfono', 'tel:+529991234567']])
  })

  test('are for a coach also their own meetings, which they share', async () => {
    signInCoach()
    haveLinks({ zoom: 'https://zoom.us/j/1', meet: 'pregunta', whatsapp: '+52 55 1234 5678' })
    answerCalls({
      'GET /v1/client/:clientId': { body: { whatsapp: '+52 999 123 4567', phone: null, country: 'MX' } },
    })
    show(<OtherWays session={session} isStuck isSfuAway={false} />)
    expect(linksIn(await bar())).toEqual([
      ['WhatsApp', 'https://wa.me/529991234567'],
      ['Teléfono', 'tel:+529991234567'],
      ['Zoom', 'https://zoom.us/j/1'],
    ])
    expect((await bar()).textContent).toMatch(/por otro medio:.*O abre uno de tus enlaces y compártelo:Zoom/)
  })

  test('are for the coach of a group their own meetings', async () => {
    signInCoach()
    haveLinks({ meet: 'https://meet.google.com/abc', teams: 'https://teams.live.com/1' })
    const sent = answerCalls({})
    show(<OtherWays session={ofGroup} isStuck isSfuAway={false} />)
    expect(linksIn(await bar())).toEqual([
      ['Google Meet', 'https://meet.google.com/abc'],
      ['Microsoft Teams', 'https://teams.live.com/1'],
    ])
    expect((await bar()).textContent).toMatch(/Abre uno de tus enlaces y compártelo:/)
    expect(sent).toEqual([])
  })

  test('are for a member of a group what the coach shows', async () => {
    signInClient()
    // What a client has written in their own profile is not how the others are reached.
    haveLinks({ zoom: 'https://zoom.us/j/mine' })
    const contacts = [{ kind: 'meet', value: 'https://meet.google.com/abc' }]
    answerCalls({ 'GET /v1/coach/:coachId': { body: { country: 'MX', contacts } } })
    show(<OtherWays session={ofGroup} isStuck isSfuAway={false} />)
    expect(linksIn(await bar())).toEqual([['Google Meet', 'https://meet.google.com/abc']])
    expect((await bar()).textContent).not.toMatch(/tus enlaces/)
  })

  test('are not spoken of where the SFU is away and nothing else is known', async () => {
    signInCoach()
    show(<OtherWays session={ofGroup} isStuck isSfuAway />)
    expect((await bar()).textContent).toBe(
      'El servidor de video no responde. Seguimos intentándolo; mientras, el chat y las notas funcionan.',
    )
  })

  test('are another network where nothing else is known', async () => {
    signInCoach()
    answerCalls({ 'GET /v1/client/:clientId': refusal('client.not_found', 404) })
    show(<OtherWays session={session} isStuck isSfuAway={false} />)
    expect((await bar()).textContent).toMatch(/Prueba con otra red/)
  })
})
