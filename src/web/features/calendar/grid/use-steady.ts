import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'

/** Marks a drag, from its start until it has been reported. */
export type Dragging = { start: () => void; stop: () => void }

/**
 * The rendered data of an element, frozen from pointer down to pointer up. The grid compares its settings at the drop
 * with those of the last pointer move: if they changed in between, it moves the entry itself and reports nothing. A
 * drag ends after pointer up, so `dragging` marks it from `start` to `stop`.
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
      // A drag that never ended must not freeze the grid for good.
      isDragging.current = false
      setHeld((now) => now ?? { value: drawn.current })
    }
    const touch = ({ target }: TouchEvent) => {
      hold()
      // On the window, because the pointer may leave the page; these run after the grid's own listeners.
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
