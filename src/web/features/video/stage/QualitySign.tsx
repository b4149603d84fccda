import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Quality } from '../peer/quality.ts'
import classes from './QualitySign.module.css'

const BARS: Record<Quality, number> = { good: 3, fair: 2, poor: 1 }

/** How good the line to somebody is: bars, and in words unless it is good. */
export function QualitySign({ quality }: { quality: Quality }) {
  const { t } = useTranslation('video')
  const words = t(`quality.${quality}`)
  return (
    <span className={classes.sign} data-quality={quality} title={words}>
      <span className={classes.bars} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <i key={bar} data-full={bar <= BARS[quality] || undefined} />
        ))}
      </span>
      {quality === 'good' ? <VisuallyHidden>{words}</VisuallyHidden> : <span>{words}</span>}
    </span>
  )
}
