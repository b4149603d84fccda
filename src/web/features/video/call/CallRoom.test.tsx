import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PeerId } from '#contract/values.ts'
import { stubConnections } from '#test/support/web/connections.ts'
import { type FakeDevices, stubDevicesOfScreen } from '#test/support/web/devices.ts'
import { EMPTY_PARTS } from '#test/support/web/drawer.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { listenToCalls, tellOfCalls } from '#web/api/realtime/call-news.ts'
import { setSocketConnected } from '#web/store/store.ts'
import { DrawerPartsContext } from '../drawer/parts.ts'
import { useOwnMedia } from '../media/use-own-media.ts'
import { CallRoom } from './CallRoom.tsx'

const session = confirmedSession({ channel: 'norte' })
const sessionId = session.id
const JOINED = {
  sessionId,
  revision: 1,
  route: 'direct',
  isSfuAway: false,
  shown: null,
  peers: [],
  iceServers: [],
  missed: [],
}

/** What the server answers to who goes in. */
let joined: object
let peerId: PeerId
const again = vi.fn()

/** The call of somebody whose camera and microphone are on from the start. */
function RoomOf() {
  const { media, view } = useOwnMedia()
  const [isReady, setReady] = useState(false)
  if (isReady) {
    return <CallRoom session={session} media={media} view={view} onOut={() => undefined} onAgain={again} />
  }
  return (
    <button
      type="button"
      onClick={() => void media.start({ audio: true, video: true }).then(() => setReady(true))}
    >
      in
    </button>
  )
}

let devices: FakeDevices
beforeEach(() => {
  stubConnections()
  devices = stubDevicesOfScreen()
  again.mockClear()
  joined = JOINED
  listenToCalls({
    connected: true,
    on: () => undefined,
    emit: () => undefined,
    timeout: () => ({
      emitWithAck: (_: string, { peerId: mine }: { peerId: PeerId }) => {
        peerId = mine
        return Promise.resolve(joined)
      },
    }),
  } as never)
  signInClient()
  setSocketConnected('socket')
})
afterEach(() => void vi.unstubAllGlobals())

async function goIn(): Promise<void> {
  show(
    <DrawerPartsContext value={EMPTY_PARTS}>
      <RoomOf />
    </DrawerPartsContext>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'in' }))
  await vi.waitFor(() => expect(devices.open()).toEqual(['audio', 'video']))
}
const over = (why: 'elsewhere' | 'removed') => act(() => tellOfCalls('CALL_OVER', { sessionId, peerId, why }))

const person = (n: number, name: string, side: 'coach' | 'client' = 'client') => ({
  peerId: `peer ${n}`,
  userId: `user ${n}`,
  side,
  name,
  lastName: '',
  photo: null,
  media: { audio: false, video: false, screen: false, hand: false },
})

test('who comes in is not told that those came who were there before, but who comes later', async () => {
  joined = { ...JOINED, peers: [person(1, 'Luis')] }
  await goIn()
  await screen.findByRole('listitem', { name: 'Luis' })
  expect(screen.queryByText('Luis entró')).toBeNull()
  const { iceServers: _, missed: __, ...state } = JOINED
  const peers = [person(1, 'Luis'), person(2, 'Elena')] as never[]
  act(() => tellOfCalls('CALL_PEERS', { ...state, route: 'direct', revision: 2, peers }))
  expect(await screen.findByText('Elena entró')).toBeTruthy()
})

// @spec P.301
test('a client is told what the coach shows and when it ends, and of a coach who leaves that instead', async () => {
  const coach = person(1, 'Ana', 'coach')
  const shown = { resourceId: '01890000-0000-7000-8000-000000000077', title: 'Respirar' }
  // The drawer opens for it.
  answerCalls({ 'GET /v1/resource/Session/:sessionId': { body: { data: [] } } })
  joined = { ...JOINED, peers: [coach] }
  await goIn()
  await screen.findByRole('listitem', { name: 'Ana' })
  const news = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  const told = (revision: number, change: object) =>
    act(() => tellOfCalls('CALL_PEERS', { ...JOINED, peers: [coach], revision, ...change } as never))
  told(2, { shown })
  expect(news()).toContain('Tu coach muestra «Respirar».')
  told(3, {})
  expect(news()).toContain('Tu coach dejó de mostrar el recurso.')
  told(4, { shown })
  told(5, { peers: [] })
  expect(news()).toContain('Ana salió')
})

// @spec P.225
describe('who is shown out of a call', () => {
  test('into another tab has camera and microphone off here, and on again when they take the call back', async () => {
    await goIn()
    await screen.findByRole('button', { name: 'Salir de la videollamada' })
    expect(devices.open()).toEqual(['audio', 'video'])
    over('elsewhere')
    const back = await screen.findByRole('button', { name: 'Usar aquí' })
    expect(devices.open()).toEqual([])
    fireEvent.click(back)
    expect(again.mock.calls).toEqual([[{ audio: true, video: true }]])
  })

  test('because they may not be there any more has them off', async () => {
    await goIn()
    await screen.findByRole('button', { name: 'Salir de la videollamada' })
    over('removed')
    await screen.findByRole('alert')
    expect(devices.open()).toEqual([])
  })

  test('because the server refuses them has them off', async () => {
    joined = { error: 'call.full' }
    await goIn()
    await screen.findByRole('alert')
    await vi.waitFor(() => expect(devices.open()).toEqual([]))
  })
})
