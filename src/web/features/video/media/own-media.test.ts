import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storage } from '#web/storage.ts'
import {
  type FakeDevices,
  FakeDeviceTrack,
  camera,
  failure,
  microphone,
  stubDevices,
} from '#test/support/web/devices.ts'
import { type OwnMedia, openOwnMedia } from './own-media.ts'

const kept = ({ deviceId: id, label }: ReturnType<typeof camera>) => ({ id, label })
const idOf = (track: MediaStreamTrack | null) => track?.getSettings().deviceId
const trackOf = (track: MediaStreamTrack | null) => track as unknown as FakeDeviceTrack
const both = { audio: true, video: true }

let devices: FakeDevices
let media: OwnMedia
beforeEach(() => {
  devices = stubDevices()
  storage.writeDevices({})
  media = openOwnMedia()
})
afterEach(() => {
  media.close()
  storage.writeDevices({})
  vi.unstubAllGlobals()
})

// @spec P.274
describe('chosen devices', () => {
  test('are used at once, the ones before them are closed, and they are remembered on this machine', async () => {
    await media.start(both)
    expect([idOf(media.view().audio), idOf(media.view().video)]).toEqual(['default', 'front'])
    const before = [trackOf(media.view().audio), trackOf(media.view().video)]
    await media.choose('microphone', kept(microphone('usb')))
    await media.choose('camera', kept(camera('back')))
    expect([idOf(media.view().audio), idOf(media.view().video)]).toEqual(['usb', 'back'])
    expect(before.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
    expect(media.view().problems).toEqual({})

    const later = openOwnMedia()
    media.close()
    await later.start(both)
    expect([idOf(later.view().audio), idOf(later.view().video)]).toEqual(['usb', 'back'])
    expect(devices.questions).toBe(4)
    later.close()
  })

  test('a muted microphone stays muted when another is chosen', async () => {
    await media.start(both)
    await media.setAudio(false)
    await media.choose('microphone', kept(microphone('usb')))
    expect(trackOf(media.view().audio).enabled).toBe(false)
    await media.setAudio(true)
    expect(trackOf(media.view().audio).enabled).toBe(true)
  })

  test('that are not plugged in give way to others, and are used again when they are back', async () => {
    storage.writeDevices({ microphone: kept(microphone('usb')), camera: kept(camera('back')) })
    devices.plugged = [microphone('default'), camera('front'), camera('back')]
    media = openOwnMedia()
    await media.start(both)
    expect([idOf(media.view().audio), idOf(media.view().video)]).toEqual(['default', 'back'])
    expect(media.view().problems).toEqual({})
    expect(storage.readDevices()).toEqual({
      microphone: kept(microphone('usb')),
      camera: kept(camera('back')),
    })
  })

  test('that have another id since are found by their name', async () => {
    storage.writeDevices({ microphone: { id: 'of before', label: 'Mic usb' } })
    media = openOwnMedia()
    await media.start(both)
    expect(idOf(media.view().audio)).toBe('usb')
    expect(devices.questions).toBe(1)
  })

  test('are found by their name once a browser names any, which some do only when one is allowed', async () => {
    const all = devices.plugged
    devices.enumerateDevices = () =>
      Promise.resolve(
        devices.given.length > 0 ? all : all.map((device) => ({ ...device, deviceId: '', label: '' })),
      )
    storage.writeDevices({ microphone: { id: 'of before', label: 'Mic usb' } })
    media = openOwnMedia()
    await media.start(both)
    expect([idOf(media.view().audio), idOf(media.view().video)]).toEqual(['usb', 'front'])
    expect(devices.open().filter((kind) => kind === 'audio')).toHaveLength(1)
  })

  test('of a device that failed another one can be chosen', async () => {
    const other = new FakeDeviceTrack('video', 'back')
    devices.given.push(other)
    await media.start({ audio: false, video: true })
    expect(media.view().problems).toEqual({ camera: 'busy' })
    await media.choose('camera', kept(camera('back')))
    expect(idOf(media.view().video)).toBe('back')
    expect(media.view().problems).toEqual({})
  })

  test('a camera that is off is not opened by choosing it', async () => {
    await media.start({ audio: true, video: false })
    await media.choose('camera', kept(camera('back')))
    expect(media.view().video).toBeNull()
    await media.setVideo(true)
    expect(idOf(media.view().video)).toBe('back')
  })
})

// @spec P.274
describe('a blurred background', () => {
  const blurOf = (track: MediaStreamTrack | null) => trackOf(track).applied.at(-1)

  test('is offered where the browser can do it, and remembered', async () => {
    devices.capabilities = { backgroundBlur: [true, false] }
    await media.start(both)
    expect(media.view().canBlur).toBe(true)
    await media.setBlur(true)
    expect(blurOf(media.view().video)).toEqual({ advanced: [{ backgroundBlur: true }] })
    await media.choose('camera', kept(camera('back')))
    expect(blurOf(media.view().video)).toEqual({ advanced: [{ backgroundBlur: true }] })
    await media.setBlur(false)
    expect(blurOf(media.view().video)).toEqual({ advanced: [{ backgroundBlur: false }] })
  })

  test.each([[[true]], [[false]], [undefined]])(
    'is not offered where it is always %s',
    async (backgroundBlur) => {
      devices.capabilities = { backgroundBlur }
      await media.start(both)
      expect(media.view().canBlur).toBe(false)
      expect(trackOf(media.view().video).applied).toEqual([])
    },
  )
})

test('a microphone that is pulled out is replaced by the next one', async () => {
  await media.start(both)
  devices.plugged = [microphone('usb'), camera('front')]
  trackOf(media.view().audio).unplug()
  await vi.waitFor(() => expect(idOf(media.view().audio)).toBe('usb'))
})

test('a camera that is given after it was switched off again is closed', async () => {
  await media.start({ audio: true, video: false })
  const opening = media.setVideo(true)
  await media.setVideo(false)
  await opening
  expect(media.view().video).toBeNull()
  expect(devices.given.at(-1)!.readyState).toBe('ended')
})

test('a camera that is switched off while another one is opened in its place stays off', async () => {
  await media.start({ audio: false, video: true })
  const forget = media.subscribe(() => {
    if (!media.view().isAsking) return
    forget()
    void media.setVideo(false)
  })
  await media.choose('camera', kept(camera('back')))
  expect(media.view().video).toBeNull()
  expect(devices.given.map(({ deviceId }) => deviceId)).toEqual(['front', 'back'])
  expect(devices.open()).toEqual([])
  await media.setVideo(true)
  expect(idOf(media.view().video)).toBe('back')
})

test('who closes the question is not asked again for each of both', async () => {
  devices.getUserMedia = () => {
    devices.questions += 1
    return Promise.reject(failure('NotAllowedError', 'Permission dismissed'))
  }
  await media.start(both)
  expect(devices.questions).toBe(1)
  expect(media.view().problems).toEqual({ microphone: 'denied', camera: 'denied' })
})

test('at rest nothing is open, and what was on can be had again', async () => {
  await media.start({ audio: true, video: true })
  await media.setAudio(false)
  const before = devices.given.length
  expect(media.rest()).toEqual({ audio: false, video: true })
  expect(media.view()).toMatchObject({ audio: null, video: null, screen: null })
  expect(devices.open()).toEqual([])
  // What was being asked for is not wanted any more.
  const asked = media.setVideo(true)
  expect(media.rest()).toEqual({ audio: false, video: true })
  expect(media.rest()).toEqual({ audio: false, video: false })
  await asked
  expect(devices.given.slice(before).map(({ readyState }) => readyState)).toEqual(['ended'])
})

describe('a screen', () => {
  test('that nobody chose is nothing, and one that cannot be had is said', async () => {
    await expect(media.shareScreen()).resolves.toBeUndefined()
    devices.screen = () => Promise.reject(failure('NotAllowedError', 'Permission denied by system'))
    await expect(media.shareScreen()).rejects.toThrow('by system')
    devices.screen = () => Promise.reject(failure('NotReadableError', 'in use'))
    await expect(media.shareScreen()).rejects.toThrow('in use')
    expect(media.view().screen).toBeNull()
  })

  test('is shared until the browser ends it', async () => {
    const track = new FakeDeviceTrack('video', 'screen')
    devices.screen = () => Promise.resolve({ getVideoTracks: () => [track] })
    await media.shareScreen()
    expect(media.view().screen).toBe(track)
    track.unplug()
    expect(media.view().screen).toBeNull()
  })
})
