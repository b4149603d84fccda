import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PeerId, UserId } from '#contract/values.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { NEW_LINE } from '../peer/media-way.ts'
import type { MediaView } from '../media/own-media.ts'
import { Stage } from './Stage.tsx'
import type { CallSession, CallView, Other } from '../call/call-session.ts'
import type { StageChoice } from './stage-layout.ts'

const NAMES = ['Mariana', 'Luis', 'Elena', 'Iván', 'Sofía', 'José', 'Ximena', 'Raúl', 'Inés', 'Hugo', 'Paz']
const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
const other = (name: string, n: number): Other => ({
  ...NEW_LINE,
  peerId: PeerId.parse(id(n + 1)),
  userId: UserId.parse(id(n + 101)),
  side: 'client',
  name,
  lastName: 'Torres',
  photo: null,
  media: { audio: true, video: false, screen: false, hand: false },
  joinedAt: '2027-02-04T15:00:00.000Z' as Other['joinedAt'],
  link: 'connected',
  isSilent: false,
})
const OWN: MediaView = {
  audio: null,
  isMuted: false,
  video: null,
  screen: null,
  isAsking: false,
  problems: {},
  devices: { cameras: [], microphones: [], speakers: [] },
  chosen: {},
  canBlur: false,
}
const showSizes = vi.fn<CallSession['showSizes']>()

function showStage(
  others: Other[],
  { choice = 'grid', ...change }: Partial<CallView> & { choice?: StageChoice } = {},
) {
  const view: CallView = {
    state: 'joined',
    others,
    over: undefined,
    refusal: undefined,
    isSlow: false,
    quality: undefined,
    isSfuAway: false,
    shown: null,
    reaction: undefined,
    ...change,
  }
  const call = { showSizes, mute: () => undefined } as unknown as CallSession
  const session = confirmedSession({ type: 'Group' })
  return show(<Stage session={session} call={call} view={view} own={OWN} hand={false} choice={choice} />)
}
const tiles = () => within(screen.getByRole('list')).getAllByRole('listitem')
const names = () => tiles().map((tile) => tile.getAttribute('aria-label'))

beforeEach(() => {
  signInCoach()
  showSizes.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

// @spec P.262
describe('twelve people on the stage', () => {
  test('have a tile each with their name, oneself last', () => {
    showStage(NAMES.map(other))
    expect(names()).toEqual([...NAMES, 'Tú'])
    for (const name of NAMES) expect(screen.getByTitle(name)).toBeTruthy()
  })

  test('as a grid all are small, and so they are asked for', () => {
    showStage(NAMES.map(other))
    expect(tiles().some((tile) => tile.hasAttribute('data-size'))).toBe(false)
    expect(showSizes).toHaveBeenLastCalledWith([])
  })

  test('with the speaker large only that picture is asked for in its full size', () => {
    const others = NAMES.map(other)
    showStage(others, { choice: 'speaker' })
    const large = tiles().filter((tile) => tile.getAttribute('data-size') !== 'small')
    expect(large.map((tile) => tile.getAttribute('aria-label'))).toEqual(['Mariana'])
    expect(showSizes).toHaveBeenLastCalledWith([{ peerId: others[0]!.peerId, size: 'large' }])
  })

  test('of two shared screens the last one is large, the other in the strip', () => {
    const others = NAMES.map(other)
    for (const sharing of [others[1]!, others[4]!]) sharing.media = { ...sharing.media, screen: true }
    showStage(others)
    expect(screen.getByRole('listitem', { name: 'Pantalla de Sofía' }).dataset['size']).toBeUndefined()
    expect(screen.getByRole('listitem', { name: 'Pantalla de Luis' }).dataset['size']).toBe('small')
    expect(tiles()).toHaveLength(14)
  })

  test('a camera that the line does not take gives way to the person, and that is said', () => {
    const [held, off] = [other('Mariana', 0), other('Luis', 1)]
    held.media = { ...held.media, video: true }
    showStage([
      { ...held, isCameraHeld: true },
      { ...off, isCameraHeld: true },
    ])
    expect(screen.getAllByText('Sin video: la conexión es lenta')).toHaveLength(1)
    const tile = screen.getByRole('listitem', { name: 'Mariana' })
    expect(within(tile).getByText('Sin video: la conexión es lenta')).toBeTruthy()
    expect(tile.querySelector('video')?.hasAttribute('data-hidden')).toBe(true)
  })

  test('a line that all share has its quality on one’s own tile, others have their own', () => {
    const others = [other('Mariana', 0), other('Luis', 1)]
    const { unmount } = showStage(others, { quality: 'poor' })
    expect(screen.getAllByTitle('Conexión lenta')).toHaveLength(1)
    expect(within(screen.getByRole('listitem', { name: 'Tú' })).getByTitle('Conexión lenta')).toBeTruthy()
    unmount()
    showStage(others.map((each) => ({ ...each, quality: 'fair' as const })))
    expect(screen.getAllByTitle('Conexión regular')).toHaveLength(2)
  })
})
