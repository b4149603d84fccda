import { Skeleton } from '@mantine/core'
import classes from './ListSkeleton.module.css'

type Props = {
  /** Announced to screen readers. */
  label: string
  rows?: number
  /** Rows start with an avatar. */
  avatars?: boolean
}

/** Placeholder rows while a list loads. */
export function ListSkeleton({ label, rows = 4, avatars = true }: Props) {
  return (
    <div className={classes.list} role="status" aria-busy="true" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          {avatars && <Skeleton circle height={38} />}
          <div className={classes.lines}>
            <Skeleton height={12} width={`${48 - ((row * 7) % 20)}%`} />
            <Skeleton height={10} width={`${72 - ((row * 11) % 24)}%`} />
          </div>
        </div>
      ))}
    </div>
  )
}
