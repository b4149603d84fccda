import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'

/** Marks a drag, from its start until it has been told of. */
export type Dragging = { start: () => void; stop: () => void }

/**
 * What is drawn in a place, kept as it is from the moment somebody presses there until they let go. The grid compares
 * its settings at the drop with those of the last move: given anything new in between, it moves the entry by itself and
 * tells nobody. A drag ends after the mouse is let go, so `dragging` marks it from `start` to `stop`.
 */
export function useSteady<T>(newest: T, place: RefObject<HTMLElement | null>) {
  const [held, setHeld] = useState<{ value: T }>()
  const value = held ? held.value : newest
  const drawn = useRef(value)
  useEffect(() => {
    drawn.current = value
  }, [value])
  const isDragging = useRef(false)

  useEffect(() => {
    const element = place.current
    const release = () => {
      if (!isDragging.current) setHeld(undefined)
    }
    const hold = () => {
      // A drag that never came to its end must not keep the place for good.
      isDragging.current = false
      setHeld((now) => now ?? { value: drawn.current })
    }
    const touch = ({ target }: TouchEvent) => {
      hold()
      // These arrive where the finger came down, even when that has left the page, and after the grid's own listeners.
      target?.addEventListener('touchend', release, { once: true })
      target?.addEventListener('touchcancel', release, { once: true })
    }
    element?.addEventListener('mousedown', hold)
    element?.addEventListener('touchstart', touch, { passive: true })
    window.addEventListener('mouseup', release)
    return () => {
      element?.removeEventListener('mousedown', hold)
      element?.removeEventListener('touchstart', touch)
      window.removeEventListener('mouseup', release)
    }
  }, [place])

  const dragging = useMemo(
    (): Dragging => ({
      start: () => {
        isDragging.current = true
      },
      stop: () => {
        isDragging.current = false
        setHeld(undefined)
      },
    }),
    [],
  )
  return { value, dragging }
}
