import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  canPutAside,
  takeBack,
  largestPicture,
  toggleAside,
  useAsideOfOtherTabs,
  useIsAside,
} from './picture-aside.ts'

/** What a browser with picture-in-picture has; the window is open as long as `aside` is a video. */
function browser() {
  let aside: HTMLVideoElement | null = null
  const stub = (name: string, value: PropertyDescriptor) =>
    Object.defineProperty(document, name, { configurable: true, ...value })
  stub('pictureInPictureEnabled', { value: true })
  stub('pictureInPictureElement', { get: () => aside })
  stub('exitPictureInPicture', {
    value: async () => {
      const was = aside
      aside = null
      was?.dispatchEvent(new Event('leavepictureinpicture', { bubbles: true }))
    },
  })
  return {
    aside: () => aside,
    video: ({ width, isOwn = false, shows = true }: { width: number; isOwn?: boolean; shows?: boolean }) => {
      const video = document.createElement('video')
      const size = { clientWidth: width, clientHeight: width, videoWidth: shows ? 640 : 0 }
      for (const [name, value] of Object.entries(size)) Object.defineProperty(video, name, { value })
      Object.assign(video, {
        disablePictureInPicture: isOwn,
        requestPictureInPicture: async () => {
          aside = video
          video.dispatchEvent(new Event('enterpictureinpicture', { bubbles: true }))
        },
      })
      document.body.append(video)
      return video
    },
  }
}

afterEach(() => {
  document.body.replaceChildren()
  for (const name of ['pictureInPictureEnabled', 'pictureInPictureElement', 'exitPictureInPicture'])
    Reflect.deleteProperty(document, name)
  vi.unstubAllGlobals()
})

// @spec P.254
test('the largest picture of another is put aside, and comes back', async () => {
  const { video, aside } = browser()
  video({ width: 900, isOwn: true })
  video({ width: 800, shows: false })
  video({ width: 850 }).dataset['hidden'] = 'true'
  const face = video({ width: 200 })
  const screen = video({ width: 700 })
  const { result } = renderHook(useIsAside)
  expect([canPutAside(), result.current]).toEqual([true, false])
  await act(toggleAside)
  expect([aside(), result.current]).toEqual([screen, true])
  await act(toggleAside)
  expect([aside(), result.current]).toEqual([null, false])
  expect(largestPicture([face])).toBe(face)
})

test('without a picture of another nothing is put aside', async () => {
  const { video } = browser()
  video({ width: 900, isOwn: true })
  await expect(toggleAside()).rejects.toThrow('Nobody shows a picture')
})

test('a browser that cannot is not asked', () => {
  expect(canPutAside()).toBe(false)
})

// @spec P.254
test('who goes to another tab has the call aside, as long as it is on screen', async () => {
  const { video, aside } = browser()
  const face = video({ width: 200 })
  const handlers: (null | (() => void))[] = []
  vi.stubGlobal('navigator', {
    mediaSession: { setActionHandler: (_: string, handler: null | (() => void)) => handlers.push(handler) },
  })
  const { unmount } = renderHook(useAsideOfOtherTabs)
  await act(async () => handlers[0]?.())
  expect(aside()).toBe(face)
  unmount()
  expect(handlers).toEqual([expect.any(Function), null])
})

// @spec P.254
test('a picture that leaves the page leaves the separate window, and the button knows', async () => {
  const { video, aside } = browser()
  const [other, next] = [video({ width: 600 }), video({ width: 300 })]
  const { result } = renderHook(useIsAside)
  await act(toggleAside)
  expect(result.current).toBe(true)
  next.remove()
  await act(() => takeBack(next))
  expect(aside()).toBe(other)
  other.remove()
  await act(() => takeBack(other))
  expect(aside()).toBeNull()
  expect(result.current).toBe(false)
})
