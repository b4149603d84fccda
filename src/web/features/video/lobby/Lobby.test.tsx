import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallDto } from '#contract/video/calls.ts'
import { type FakeDevices, stubDevicesOfScreen } from '#test/support/web/devices.ts'
import { confirmedSession, signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { useOwnMedia } from '../media/use-own-media.ts'
import { Lobby } from './Lobby.tsx'

const BOTH = { audio: true, video: true }
const session = confirmedSession({ channel: 'norte' })
const call = (state: CallDto['state']): CallDto => ({
  sessionId: session.id,
  state,
  opensAt: session.startsAt,
  closesAt: session.endsAt,
  mayJoin: state === 'open',
  peers: [],
  route: 'direct',
  most: 2,
})

/** The lobby with the devices of its person, as the room's screen shows it. */
function LobbyOf({ state }: { state: CallDto['state'] }) {
  const { media, view } = useOwnMedia()
  return (
    <Lobby
      session={session}
      call={call(state)}
      media={media}
      view={view}
      wanted={BOTH}
      onJoin={() => undefined}
    />
  )
}

let devices: FakeDevices
beforeEach(() => {
  devices = stubDevicesOfScreen()
  signInClient()
})
afterEach(() => void vi.unstubAllGlobals())

const openAre = (...kinds: string[]) => vi.waitFor(() => expect(devices.open()).toEqual(kinds))

// @spec P.274
test('a lobby whose room is closed has no camera on, and has it again once the room opens again', async () => {
  const { rerender } = show(<LobbyOf state="open" />)
  await openAre('audio', 'video')
  rerender(<LobbyOf state="closed" />)
  await openAre()
  rerender(<LobbyOf state="open" />)
  await openAre('audio', 'video')
})

test('who does not answer the browser’s question goes in all the same', async () => {
  devices.getUserMedia = () => new Promise<never>(() => undefined)
  show(<LobbyOf state="open" />)
  const join = await screen.findByRole('button', { name: 'Unirme' })
  expect(join).toHaveProperty('disabled', false)
})

test('nobody is asked for a camera who cannot go in, until they can', async () => {
  const { rerender } = show(<LobbyOf state="closed" />)
  expect(devices.questions).toBe(0)
  rerender(<LobbyOf state="open" />)
  await openAre('audio', 'video')
})
