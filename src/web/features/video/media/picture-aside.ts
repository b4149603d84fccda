import { useEffect, useSyncExternalStore } from 'react'

// The others in a small window of the browser that stays in front while one works in other pages (W3C Picture-in-Picture).

/** Whether this browser can. */
export const canPutAside = (): boolean => document.pictureInPictureEnabled === true

/**
 * The largest picture of somebody else on the page. One's own is never put aside (Picture.tsx); of a camera that is off the
 * last picture is only hidden (Tile.tsx).
 */
export function largestPicture(videos: Iterable<HTMLVideoElement>): HTMLVideoElement | undefined {
  let largest: HTMLVideoElement | undefined
  for (const video of videos) {
    if (video.disablePictureInPicture || video.videoWidth === 0 || 'hidden' in video.dataset) continue
    if (!largest || areaOf(video) > areaOf(largest)) largest = video
  }
  return largest
}

const areaOf = (video: HTMLVideoElement) => video.clientWidth * video.clientHeight

/** Puts the largest picture aside, or takes it back. @throws if the browser refuses, or nobody shows a picture */
export async function toggleAside(): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  const picture = largestPicture(document.querySelectorAll('video'))
  if (!picture) throw new Error('Nobody shows a picture')
  await picture.requestPictureInPicture()
}

/**
 * A picture that leaves the page leaves its separate window too. Not every browser sees to that, and what it says of it
 * (`leavepictureinpicture`) does not reach a page that the picture is not in any more.
 */
export async function takeBack(picture: HTMLVideoElement): Promise<void> {
  if (document.pictureInPictureElement !== picture) return
  await document.exitPictureInPicture().catch(() => undefined)
  document.dispatchEvent(new Event('leavepictureinpicture'))
}

/** Whether a picture is put aside now. */
export function useIsAside(): boolean {
  return useSyncExternalStore(subscribe, () => Boolean(document.pictureInPictureElement))
}

// They bubble from whichever video it is.
const CHANGES = ['enterpictureinpicture', 'leavepictureinpicture']

function subscribe(listener: () => void): () => void {
  for (const name of CHANGES) document.addEventListener(name, listener)
  return () => {
    for (const name of CHANGES) document.removeEventListener(name, listener)
  }
}

/**
 * While a call is on screen the browser may put it aside by itself when its person goes to another tab (Media Session,
 * `enterpictureinpicture`); browsers without that leave it to the button.
 */
export function useAsideOfOtherTabs(): void {
  useEffect(() => {
    const set = (handler: (() => void) | null) => {
      try {
        // TypeScript does not know the action yet.
        navigator.mediaSession?.setActionHandler('enterpictureinpicture' as MediaSessionAction, handler)
      } catch {
        // The browser does not know it either.
      }
    }
    set(() => {
      if (!document.pictureInPictureElement) void toggleAside().catch(() => undefined)
    })
    return () => set(null)
  }, [])
}
