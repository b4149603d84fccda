import { useEffect, useState, type RefObject } from 'react'

/** After so many frames the grid is shown as it is. */
const MOST_FRAMES = 30

/**
 * Whether the parts of an element have found their places: they are the same in two frames in a row. FullCalendar
 * measures its axis and its rows after they are first drawn, and moves everything then; nobody should see that.
 */
export function useLaidOut(place: RefObject<HTMLElement | null>): boolean {
  const [laidOut, setLaidOut] = useState(false)
  useEffect(() => {
    let before = ''
    let frames = 0
    const look = () => {
      const now = place.current ? placesIn(place.current) : ''
      frames += 1
      if ((now !== '' && now === before) || frames > MOST_FRAMES) return setLaidOut(true)
      before = now
      frame = requestAnimationFrame(look)
    }
    let frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [place])
  return laidOut
}

/** The places of all that has a role in the grid; empty while there is nothing. */
function placesIn(element: HTMLElement): string {
  return [...element.querySelectorAll('[role]')]
    .map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect()
      return [x, y, width, height].map(Math.round).join(' ')
    })
    .join()
}
