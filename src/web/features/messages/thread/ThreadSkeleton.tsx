import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ThreadSkeleton.module.css'

const BUBBLES = [
  { width: '58%', height: 68, own: false },
  { width: '34%', height: 46, own: false },
  { width: '46%', height: 46, own: true },
  { width: '62%', height: 90, own: true },
  { width: '40%', height: 46, own: false },
] as const

/** Bubbles at the foot, where the newest messages are about to be. */
export function ThreadSkeleton() {
  const { t } = useTranslation('messages')
  return (
    <div className={classes.bubbles} role="status" aria-busy="true" aria-label={t('thread.loading')}>
      {BUBBLES.map(({ own, ...size }) => (
        <Skeleton key={size.width} {...size} maw={420} radius={16} ms={own ? 'auto' : 0} />
      ))}
    </div>
  )
}
