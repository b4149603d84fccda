import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { queryClient } from '#web/api/query-client.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { OtherChannel } from './OtherChannel.tsx'

const NUMBERS = { phone: '+52 999 123 4567', whatsapp: null, country: 'MX', email: 'mariana@example.org' }
const held = (change: Partial<SessionDto>) => confirmedSession({ meetingUrl: null, ...change })
const link = (name: string) => screen.findByRole('link', { name })

beforeEach(() => {
  // Before the session of the tests.
  setNow('2027-02-04T14:00:00.000Z')
  queryClient.clear()
  signInCoach()
  return () => void vi.useRealTimers()
})

// @spec P.231
describe('the page of a session that is held elsewhere', () => {
  test('leads to the address of a meeting, without asking for anything else', async () => {
    const sent = answerCalls({})
    show(<OtherChannel session={held({ channel: 'zoom', meetingUrl: 'https://zoom.us/j/1' })} />)
    expect((await link('Abrir la reunión')).getAttribute('href')).toBe('https://zoom.us/j/1')
    expect(sent).toEqual([])
  })

  test('leads to a place on a map', async () => {
    answerCalls({})
    show(
      <OtherChannel session={held({ channel: 'place', modality: 'inPerson', place: 'Calle 60, Mérida' })} />,
    )
    expect((await link('Ver en el mapa')).getAttribute('href')).toContain('Calle%2060%2C%20M%C3%A9rida')
  })

  test('calls the client for a coach, and the coach for a client', async () => {
    const contacts = [{ kind: 'whatsapp', value: '+52 55 1234 5678' }]
    answerCalls({
      'GET /v1/client/:clientId': { body: NUMBERS },
      'GET /v1/coach/:coachId': { body: { country: 'MX', contacts } },
    })
    const { unmount } = show(<OtherChannel session={held({ channel: 'phone' })} />)
    expect((await link('Llamar a Mariana')).getAttribute('href')).toBe('tel:+529991234567')
    unmount()
    signInClient()
    show(<OtherChannel session={held({ channel: 'whatsapp' })} />)
    expect((await link('Llamar a Ana')).getAttribute('href')).toMatch(/wa\.me\/525512345678/)
  })

  test('says what is missing to the one who can add it', async () => {
    answerCalls({ 'GET /v1/client/:clientId': { body: { ...NUMBERS, phone: null } } })
    show(<OtherChannel session={held({ channel: 'phone' })} />)
    expect(
      await screen.findByText(/Mariana aún no tiene su número o nombre\. Agrégalo en su ficha/),
    ).toBeTruthy()
    expect(await link('Agregarlo en su ficha')).toBeTruthy()
  })

  test('does not say that a number is missing which could not be read', async () => {
    const answers = [refusal('client.not_found', 404), { body: NUMBERS }]
    answerCalls({ 'GET /v1/client/:clientId': () => answers.shift()! })
    show(<OtherChannel session={held({ channel: 'phone' })} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await link('Llamar a Mariana')).toBeTruthy()
    expect(screen.queryByText(/aún no tiene/)).toBeNull()
  })

  test('of a group has no number to ask for', async () => {
    const sent = answerCalls({})
    show(<OtherChannel session={held({ type: 'Group', clientId: null, client: null, channel: 'phone' })} />)
    expect(await screen.findByText(/Te llaman a ti/)).toBeTruthy()
    expect((await link('Revisar mi perfil')).getAttribute('href')).toBe('/profile/contact')
    expect(sent).toEqual([])
  })
})
