import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { Minutes } from './grid-hours.ts'

const DAY_MIN = 24 * 60

/** The rows of the grid are half hours. */
const ROW_MIN = 30

/** The height of a row in pixels: a title fits the least; more than the most would only stretch the day. */
const HEIGHT = { least: 22, most: 44 }

/** A little of the hour before, so that the label of the first one is not cut off. */
const MARGIN_MIN = 10

/**
 * The height of the rows with which these minutes of the day fill the grid, and scrolls to their start whenever they or
 * the place change. The library could scroll by itself, but does so in a timer that outlives the grid.
 */
export function useFittedRows(
  grid: RefObject<HTMLElement | null>,
  { from, to }: Minutes,
  place: string,
): number {
  const [room, setRoom] = useState(0)
  const fitting = Math.floor((room * ROW_MIN) / (to - from + 2 * MARGIN_MIN))
  const height = room === 0 ? HEIGHT.most : Math.min(HEIGHT.most, Math.max(HEIGHT.least, fitting))

  useLayoutEffect(() => {
    const box = grid.current
    if (!box) return
    const observer = new ResizeObserver(measure)
    function measure() {
      const scroller = scrollerOf(box)
      setRoom(scroller?.clientHeight ?? 0)
      // A row for whole days takes room from the hours while the grid keeps its size.
      if (scroller) observer.observe(scroller)
    }
    measure()
    observer.observe(box)
    return () => observer.disconnect()
  }, [grid, place])

  useEffect(() => {
    const box = grid.current
    if (!box) return
    let hours: Element | null = null
    const observer = new ResizeObserver((changes) => {
      const scroller = scrollerOf(box)
      const content = scroller?.firstElementChild
      if (!scroller || !content) return
      // The library gives its rows their height only after their labels are measured.
      if (content !== hours || changes.some(({ target }) => target === hours)) {
        scroller.scrollTop = (scroller.scrollHeight * (from - MARGIN_MIN)) / DAY_MIN
      }
      hours = content
      observer.observe(content)
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [grid, place, from])
  return height
}

/** What the hours scroll in: the one element of the grid with more content than height. */
function scrollerOf(grid: HTMLElement | null): HTMLElement | undefined {
  return [...(grid?.querySelectorAll<HTMLElement>('div') ?? [])].find(
    (each) =>
      each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY),
  )
}
