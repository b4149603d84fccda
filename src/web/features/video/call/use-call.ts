import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { PeerId, SessionId } from '#contract/values.ts'
import type { CallMedia } from '#contract/video/calls.ts'
import { logFailure } from '#web/api/log.ts'
import type { MediaView } from '../media/own-media.ts'
import type { Outgoing } from '../peer/peer-link.ts'
import { type CallSession, type CallView, openCall } from './call-session.ts'

const JOINING: CallView = {
  state: 'joining',
  others: [],
  over: undefined,
  refusal: undefined,
  isSlow: false,
  quality: undefined,
  isSfuAway: false,
  shown: null,
  reaction: undefined,
}
const noListener = () => () => undefined

/**
 * The call of a session while a screen shows it. Each page is a peer: one that was loaded again takes the place of the
 * one before, whose connections are gone with it.
 */
export function useCall(
  sessionId: SessionId,
  own: MediaView,
  { hand, onMuted }: { hand: boolean; onMuted: () => void },
): { call: CallSession | undefined; view: CallView } {
  const [line] = useState(createLine)
  const call = useSyncExternalStore(line.subscribe, line.call)
  const muted = useEffectEvent(onMuted)
  const { outgoing, media } = useSent(own, hand)
  const sent = useRef({ outgoing, media })
  const open = useEffectEvent(() => {
    sent.current = { outgoing, media }
    return openCall({
      sessionId,
      peerId: crypto.randomUUID() as PeerId,
      outgoing,
      media,
      onMuted: () => muted(),
      onFailure: (error) => logFailure('call', error),
    })
  })
  useEffect(() => {
    line.open(open())
    return line.close
  }, [sessionId, line])
  useEffect(() => {
    if (!call || (sent.current.outgoing === outgoing && sent.current.media === media)) return
    sent.current = { outgoing, media }
    call.send(outgoing, media)
  }, [call, outgoing, media])
  const view = useSyncExternalStore(call?.subscribe ?? noListener, call?.view ?? (() => JOINING))
  return { call, view }
}

/** The call that is open; a screen opens it once it is shown. */
function createLine() {
  let call: CallSession | undefined
  const listeners = new Set<() => void>()
  const hold = (opened: CallSession | undefined) => {
    call = opened
    listeners.forEach((listener) => listener())
  }
  return {
    call: () => call,
    open: hold,
    close: () => {
      call?.close()
      hold(undefined)
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** What is sent to the others, and what they are told of it; the same objects until something changes. */
function useSent({ audio, isMuted, video, screen }: MediaView, hand: boolean) {
  const outgoing = useMemo<Outgoing>(() => ({ audio, video, screen }), [audio, video, screen])
  const speaks = audio !== null && !isMuted
  const [shows, shares] = [video !== null, screen !== null]
  const media = useMemo<CallMedia>(
    () => ({ audio: speaks, video: shows, screen: shares, hand }),
    [speaks, shows, shares, hand],
  )
  return { outgoing, media }
}
