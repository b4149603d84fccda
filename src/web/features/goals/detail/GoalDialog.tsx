import { CloseButton, Drawer, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { isMissing } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { goalQuery } from '#web/widgets/queries/goal.queries.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { CheckInDialog } from './CheckInDialog.tsx'
import { CloseGoalDialog } from './CloseGoalDialog.tsx'
import { EditGoalDialog } from './EditGoalDialog.tsx'
import { GoalContent } from './GoalContent.tsx'
import type { GoalMode } from './goal-mode.ts'
import classes from './GoalDialog.module.css'

type Props = {
  goalId: string
  /** Whose it is, for a coach. */
  name: string | undefined
  onClose: () => void
}

/** One goal with everything around it, beside its list; what it asks takes its place meanwhile. */
export default function GoalDialog({ goalId, name, onClose }: Props) {
  const { t } = useTranslation(['goals', 'common'])
  const query = useQuery(goalQuery(goalId))
  const [mode, setMode] = useState<GoalMode | null>(null)
  useFocusBack()
  const title = query.data?.title ?? t('title')
  return (
    <>
      <Drawer
        opened={mode === null}
        onClose={onClose}
        position="right"
        size={560}
        padding={0}
        returnFocus={false}
        withCloseButton={false}
        transitionProps={{ duration: 160 }}
        classNames={{ content: classes.content, body: classes.body }}
        attributes={{ content: { 'aria-label': title } }}
      >
        {/* Not the kit's own, which is a second banner of the page. */}
        <div className={classes.header}>
          <h2 className={classes.title}>{title}</h2>
          <CloseButton size="lg" aria-label={t('common:close')} onClick={onClose} />
        </div>
        {isMissing(query) ? (
          <p className={classes.missing}>{t('detail.missing')}</p>
        ) : (
          <QueryView query={query} skeleton={<Skeleton height={420} radius={16} />}>
            {(goal) => <GoalContent goal={goal} onAsk={setMode} onClose={onClose} />}
          </QueryView>
        )}
      </Drawer>
      {query.data && mode !== null && (
        <Asked goal={query.data} mode={mode} name={name} onClose={() => setMode(null)} />
      )}
    </>
  )
}

type AskedProps = { goal: GoalDetail; mode: GoalMode; name: string | undefined; onClose: () => void }

function Asked({ goal, mode, name, onClose }: AskedProps) {
  if (mode === 'checkIn') return <CheckInDialog goal={goal} onClose={onClose} />
  if (mode === 'edit') return <EditGoalDialog goal={goal} onClose={onClose} />
  return <CloseGoalDialog goal={goal} to={mode} name={name} onClose={onClose} />
}
