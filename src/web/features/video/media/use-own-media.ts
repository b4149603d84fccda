import { useEffect, useState, useSyncExternalStore } from 'react'
import { type MediaView, type OwnMedia, openOwnMedia } from './own-media.ts'

/** The person's camera and microphone while a screen is shown; they are closed with it. */
export function useOwnMedia(): { media: OwnMedia; view: MediaView } {
  const [media] = useState(openOwnMedia)
  const view = useSyncExternalStore(media.subscribe, media.view)
  useEffect(() => () => media.close(), [media])
  return { media, view }
}
