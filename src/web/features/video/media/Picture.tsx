import { type VideoHTMLAttributes, useEffect, useMemo, useRef } from 'react'
import { takeBack } from './picture-aside.ts'

type Props = Omit<VideoHTMLAttributes<HTMLVideoElement>, 'muted'> & {
  stream: MediaStream | null
  /** Whether it sounds: one's own never does. */
  isSilent: boolean
  /** Whether it is one's own, which is never put in a separate window. */
  isOwn: boolean
  speaker?: string | undefined
  /** The browser lets it sound only after a tap. */
  onBlocked?: (play: () => void) => void
}

/** The moving picture of a stream, and its sound. */
export function Picture({ stream, isSilent, isOwn, speaker, onBlocked, ...video }: Props) {
  const shown = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = shown.current
    if (!element || element.srcObject === stream) return
    element.srcObject = stream
    if (!stream) return
    const play = () =>
      void element.play().catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NotAllowedError') onBlocked?.(play)
      })
    play()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another stream is played
  }, [stream])
  useEffect(() => {
    const element = shown.current
    return () => {
      if (element) void takeBack(element)
    }
  }, [])
  useEffect(() => {
    const element = shown.current
    if (!element || speaker === undefined || isSilent || !('setSinkId' in element)) return
    // A speaker that was unplugged since: the system's plays.
    void element.setSinkId(speaker).catch(() => undefined)
  }, [speaker, isSilent])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people who speak now
    <video ref={shown} autoPlay playsInline muted={isSilent} disablePictureInPicture={isOwn} {...video} />
  )
}

/** A stream of one track, the same as long as the track is. */
export function useStreamOf(track: MediaStreamTrack | null): MediaStream | null {
  return useMemo(() => track && new MediaStream([track]), [track])
}
