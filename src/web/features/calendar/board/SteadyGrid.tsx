import { useRef } from 'react'
import { useSteady } from './use-steady.ts'
import { CalendarGrid, type GridProps } from './CalendarGrid.tsx'

/** The grid, which does not change during a drag: new data is rendered once the mouse is released. */
export default function SteadyGrid(props: Omit<GridProps, 'dragging'>) {
  const place = useRef<HTMLDivElement>(null)
  const { value, dragging } = useSteady(props, place)
  return (
    <div ref={place}>
      <CalendarGrid {...value} dragging={dragging} />
    </div>
  )
}
