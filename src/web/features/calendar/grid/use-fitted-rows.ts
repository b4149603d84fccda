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
    if (!grid.current) return
    const measure = () => setRoom(scrollerOf(grid.current)?.clientHeight ?? 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid.current)
    return () => observer.disconnect()
  }, [grid, place])

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const scroller = scrollerOf(grid.current)
      if (scroller) scroller.scrollTop = (scroller.scrollHeight * (from - MARGIN_MIN)) / DAY_MIN
    })
    return () => cancelAnimationFrame(frame)
  }, [grid, place, from, height])
  return height
}

/** What the hours scroll in: the one element of the grid with more content than height. */
function scrollerOf(grid: HTMLElement | null): HTMLElement | undefined {
  return [...(grid?.querySelectorAll<HTMLElement>('div') ?? [])].find(
    (each) =>
      each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY),
  )
}
