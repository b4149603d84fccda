import { useTranslation } from 'react-i18next'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import classes from './MoveSessionDialog.module.css'
import { TimeWarnings } from '#web/widgets/session/TimeWarnings.tsx'
import type { Moving } from './use-moving.ts'

/** What speaks against the new time. */
export function MoveCheck({ moving: { wrong, query, warnings } }: { moving: Moving }) {
  const { t } = useTranslation(['schedule', 'validation'])
  return (
    <div role="status" aria-label={t('move.checking')} className={classes.check}>
      {wrong === undefined ? (
        <QueryView
          query={query}
          skeleton={<ListSkeleton label={t('move.checking')} rows={1} avatars={false} />}
        >
          {() => <TimeWarnings warnings={warnings} />}
        </QueryView>
      ) : (
        <p className={classes.hint}>{wrong === 'same' ? t('move.same') : t(`validation:${wrong}`)}</p>
      )}
    </div>
  )
}
