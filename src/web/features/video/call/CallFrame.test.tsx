import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_PARTS } from '#test/support/web/drawer.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setSession, useStore } from '#web/store/store.ts'
import { DrawerPartsContext } from '../drawer/parts.ts'
import type { MediaView, OwnMedia } from '../media/own-media.ts'
import { CallFrame } from './CallFrame.tsx'
import type { CallView } from './call-session.ts'

const OWN = { audio: null, video: null, screen: null, problems: {}, chosen: {} } as unknown as MediaView

const CUT = {
  peerId: '01890000-0000-7000-8000-000000000009',
  userId: '01890000-0000-7000-8000-000000000008',
  side: 'client',
  name: 'Mariana',
  lastName: '',
  photo: null,
  media: { audio: true, video: true, screen: false, hand: false },
  link: 'connecting',
  camera: null,
  screen: null,
} as unknown as CallView['others'][number]

function haveZoom(): void {
  const { session } = useStore.getState()
  setSession({ ...session, user: { ...session.user!, zoom: 'https://zoom.us/j/1' } })
}

function frame(change: Partial<CallView>, own: Partial<MediaView> = {}) {
  const view = {
    state: 'joined',
    others: [],
    isSfuAway: false,
    shown: null,
    ...change,
  } as unknown as CallView
  return (
    <DrawerPartsContext value={EMPTY_PARTS}>
      <CallFrame
        session={confirmedSession({ type: 'Group', channel: 'norte', clientId: null, client: null })}
        call={undefined}
        view={view}
        media={{} as OwnMedia}
        own={{ ...OWN, ...own }}
        hand={false}
        onHand={() => undefined}
        news={undefined}
      />
    </DrawerPartsContext>
  )
}
const showFrame = (...of: Parameters<typeof frame>) => show(frame(...of))

beforeEach(signInCoach)
afterEach(() => void vi.useRealTimers())

// @spec P.263
test('a call whose SFU is away says what goes on and what does not', () => {
  showFrame({ isSfuAway: true })
  expect(screen.getByRole('alert').textContent).toMatch(
    /El servidor de video no responde.*el chat y las notas funcionan/,
  )
})

// @spec P.259, P.263
test.each([
  ['whose SFU is away', { isSfuAway: true, others: [CUT] }, /^El servidor de video no responde/],
  ['of which nobody arrives', { others: [CUT] }, /^No logramos conectar/],
  ['that does not answer', { state: 'joining' as const }, /^No logramos conectar/],
])('a call %s offers the other ways to talk after 15 seconds', (_, change, why) => {
  vi.useFakeTimers()
  haveZoom()
  showFrame(change)
  const zoom = () => screen.queryByRole('link', { name: 'Zoom' })
  expect(zoom()).toBeNull()
  act(() => void vi.advanceTimersByTime(15_000))
  expect(zoom()?.getAttribute('href')).toBe('https://zoom.us/j/1')
  expect(screen.getByRole('alert').textContent).toMatch(why)
})

test('what is said of a camera can be put away, and comes back with another problem', () => {
  const { rerender } = showFrame({}, { problems: { camera: 'none' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByText(/cámara/)).toBeNull()
  rerender(frame({}, { problems: { camera: 'busy' } }))
  expect(screen.getByText(/cámara/)).toBeTruthy()
})

test('a call that is well says nothing', () => {
  showFrame({})
  expect(screen.queryByRole('alert')).toBeNull()
})

test('who is not in yet is not told that the others are waited for', () => {
  const { rerender } = showFrame({ state: 'joining' })
  expect(screen.queryByText(/^Esperando/)).toBeNull()
  rerender(frame({}))
  expect(screen.getByText('Esperando al grupo. Puedes quedarte aquí.')).toBeTruthy()
})
