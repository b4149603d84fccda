import { Skeleton } from '@mantine/core'
import classes from './ListSkeleton.module.css'

type Props = {
  /** What a screen reader hears. */
  label: string
  rows?: number
  /** Rows that begin with a person's picture. */
  avatars?: boolean
}

/** Rows that are on their way. */
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
