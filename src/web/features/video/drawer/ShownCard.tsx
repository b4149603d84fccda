import { Skeleton } from '@mantine/core'
import { Suspense, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownResource } from '#contract/video/signals.ts'
import { useViewer } from '#web/store/viewer.ts'
import { CardHead } from '#web/ui/layout/Card.tsx'
import classes from './Drawer.module.css'
import { DrawerPartsContext } from './parts.ts'

/** What the coach shows to everybody in the call: the resource itself. */
export function ShownCard({ shown }: { shown: ShownResource }) {
  const { t } = useTranslation('video')
  const { side } = useViewer()
  const parts = use(DrawerPartsContext)
  return (
    <section className={classes.shown} aria-label={t('shown.label')}>
      <CardHead title={shown.title} />
      <p className={classes.seen}>{t(side === 'coach' ? 'shown.byYou' : 'shown.byCoach')}</p>
      <Suspense fallback={<Skeleton height={200} radius={12} />}>
        {parts && <parts.Resource key={shown.resourceId} resourceId={shown.resourceId} />}
      </Suspense>
    </section>
  )
}
