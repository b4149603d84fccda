import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/layout/Card.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { useRoomy } from '../use-roomy.ts'
import classes from './CalendarBoard.module.css'
import { GridSkeleton } from '../grid/GridSkeleton.tsx'
import { NarrowDays, type NarrowDaysProps } from './NarrowDays.tsx'

/** The calendar before its entries: the same grid or list, and on phones the days, which can be chosen already. */
export function CalendarSkeleton(days: Omit<NarrowDaysProps, 'entries' | 'notes'>) {
  const { t } = useTranslation()
  const roomy = useRoomy()
  const { view } = days.place
  if (roomy && view !== 'agenda')
    return (
      <Card className={classes.grid}>
        <div className={classes.sheet}>
          <GridSkeleton view={view} label={t('loading')} />
        </div>
      </Card>
    )
  return (
    <>
      {!roomy && <NarrowDays {...days} entries={[]} notes={[]} />}
      <Card>
        <ListSkeleton label={t('loading')} rows={6} avatars={false} />
      </Card>
    </>
  )
}
