import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type MockInstance, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { Tile, type Tiled } from './Tile.tsx'

const MEDIA = { audio: true, video: true, screen: false, hand: false }
const stream = () => new MediaStream()
const tile = (change: Partial<Tiled> = {}) => (
  <ul>
    <Tile
      name="Mariana"
      lastName="Torres"
      photo={undefined}
      stream={null}
      media={MEDIA}
      link="connected"
      {...change}
    />
  </ul>
)
const sound = () => screen.queryByRole('button', { name: 'Activar sonido' })

let play: MockInstance<HTMLMediaElement['play']>
/** The speaker that each picture was given, by what the picture is called. */
let sinks: [picture: string | null, speaker: string][]
const setSinkId = vi.fn<(this: HTMLElement, speaker: string) => Promise<void>>()

beforeEach(() => {
  sinks = []
  play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  setSinkId.mockImplementation(function (this: HTMLElement, speaker) {
    sinks.push([this.getAttribute('aria-label'), speaker])
    return Promise.resolve()
  })
  Object.assign(HTMLMediaElement.prototype, { setSinkId })
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId')
})

describe('the speaker that somebody has chosen', () => {
  test('plays the others, also once another one is chosen', () => {
    const { rerender } = show(tile({ stream: stream(), speaker: 'usb' }))
    rerender(tile({ stream: stream(), speaker: 'headset' }))
    expect(sinks).toEqual([
      ['Mariana', 'usb'],
      ['Mariana', 'headset'],
    ])
  })

  test('plays neither oneself nor the screens, whose sound is that of their person', () => {
    show(tile({ stream: stream(), speaker: 'usb', isOwn: true }))
    show(tile({ stream: stream(), speaker: 'usb', isScreen: true }))
    expect(sinks).toEqual([])
  })

  test('is left to the system where none was chosen, it is gone, or the browser cannot choose', async () => {
    show(tile({ stream: stream() }))
    expect(sinks).toEqual([])
    setSinkId.mockRejectedValue(new DOMException('It is gone', 'NotFoundError'))
    show(tile({ stream: stream(), speaker: 'usb' }))
    await waitFor(() => expect(setSinkId).toHaveBeenCalledTimes(1))
    Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId')
    show(tile({ stream: stream(), speaker: 'usb' }))
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })
})

describe('a browser that lets nothing sound before a tap', () => {
  test('asks for the tap, and plays then', async () => {
    play.mockRejectedValueOnce(new DOMException('The user did not interact', 'NotAllowedError'))
    show(tile({ stream: stream() }))
    await waitFor(() => expect(sound()).not.toBeNull())
    expect(play).toHaveBeenCalledTimes(1)
    fireEvent.click(sound()!)
    expect(play).toHaveBeenCalledTimes(2)
    expect(sound()).toBeNull()
  })

  test('is asked again if it still lets nothing sound', async () => {
    play.mockRejectedValue(new DOMException('The user did not interact', 'NotAllowedError'))
    show(tile({ stream: stream() }))
    await waitFor(() => expect(sound()).not.toBeNull())
    fireEvent.click(sound()!)
    await waitFor(() => expect(play).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(sound()).not.toBeNull())
  })

  test('is not one whose picture is replaced by the next', async () => {
    play.mockRejectedValueOnce(new DOMException('A new load', 'AbortError'))
    show(tile({ stream: stream() }))
    await Promise.resolve()
    expect(sound()).toBeNull()
  })
})

// @spec P.237
test('a screen that the line does not take says so in its place', () => {
  show(tile({ isScreen: true, isHeld: true, media: { ...MEDIA, screen: true } }))
  expect(screen.getByRole('status').textContent).toBe('Sin video: la conexión es lenta')
  show(tile({ isScreen: true, isHeld: true, stream: stream(), media: { ...MEDIA, screen: true } }))
  expect(screen.getAllByRole('status')).toHaveLength(1)
})
