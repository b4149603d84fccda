import { beforeEach, expect, test } from 'vitest'
import { beginClient, endBeginning, useNewClient } from './new-client.ts'
import { type SessionSlice, initialRoot, resetSession, setSession, setToken, useStore } from './store.ts'

const sessionOf = (id: string, clientId: string | null = null) =>
  ({ ...initialRoot.session, token: 't', isLogged: true, user: { id, clientId } }) as SessionSlice
const typed = { name: 'Ana', lastName: 'López', email: 'ana@b.example' }

beforeEach(() => setSession(sessionOf('u1')))

test.each([
  ['a sign-out', resetSession],
  ['the sign-in of somebody else', () => setSession(sessionOf('u2'))],
  ['a change to another space', () => setSession(sessionOf('u1', 'c1'))],
])('%s closes the dialog and forgets what was typed', (_, happen) => {
  beginClient()
  happen()
  expect(useNewClient.getState().opened).toBe(false)
  setSession(sessionOf('u1'))
  endBeginning(typed)
  happen()
  expect(useNewClient.getState().typed).toBeNull()
})

test('a newer profile or token of the same person changes nothing', () => {
  beginClient()
  setToken('t2')
  setSession({ ...sessionOf('u1'), payment: true })
  useStore.setState({ alert: initialRoot.alert })
  expect(useNewClient.getState().opened).toBe(true)
})
