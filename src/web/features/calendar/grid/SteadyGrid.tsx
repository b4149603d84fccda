import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CalendarGrid, type GridProps } from './CalendarGrid.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import classes from './SteadyGrid.module.css'
import { useLaidOut } from './use-laid-out.ts'
import { useSteady } from './use-steady.ts'

/**
 * The grid, which does not change during a drag: new data is rendered once the mouse is released. It is seen once
 * everything in it has its place.
 */
export default function SteadyGrid(props: Omit<GridProps, 'dragging'>) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const { value, dragging } = useSteady(props, place)
  const laidOut = useLaidOut(place)
  return (
    <>
      {!laidOut && <GridSkeleton view={props.view} label={t('loading')} />}
      <div ref={place} className={classes.place} data-hidden={!laidOut || undefined}>
        <CalendarGrid {...value} dragging={dragging} />
      </div>
    </>
  )
}
