import { type PointerEvent, useEffect, useRef } from 'react'

const LONG_MS = 450
/** A finger that moves farther than this scrolls. */
const STILL_PX = 10

/** A press that lasts, by a finger; with a mouse the other button. */
export function useLongPress(onPress: () => void) {
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const stop = () => {
    if (pending.current) clearTimeout(pending.current.timer)
    pending.current = null
  }
  useEffect(() => stop, [])
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      stop()
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        pending.current = null
        // Otherwise the browser also selects the words under the finger.
        getSelection()?.removeAllRanges()
        onPress()
      }, LONG_MS)
      pending.current = { timer, x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const began = pending.current
      if (began && Math.hypot(clientX - began.x, clientY - began.y) > STILL_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
}
