import { Button, Skeleton } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { GoalDto } from '#contract/goals/goals.ts'
import { beginGoal } from '#web/store/new-goal.ts'
import { GoalsDrawing } from '#web/ui/drawings/GoalsDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Card, CardHead } from '#web/ui/layout/Card.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { type GoalOwner, goalsQuery } from '#web/widgets/queries/goal.queries.ts'
import { GoalCard } from './GoalCard.tsx'
import classes from './GoalsPanel.module.css'
import { NewGoalButton } from './NewGoalButton.tsx'

const GoalDialog = lazyDialog(() => import('../detail/GoalDialog.tsx'))

type Props = {
  of: GoalOwner
  /** Whose goals they are, for a coach. */
  name?: string
  /** In a tab, where no header above has the title, and no bar the button for a new one. */
  inTab?: boolean
}

/** The goals of a person or group, open ones first; `?open=` opens one of them (product §1 D10). */
export function GoalsPanel({ of, name, inTab = false }: Props) {
  const { t } = useTranslation(['goals', 'common'])
  const open = useInfiniteQuery(goalsQuery(of, 'open'))
  const closed = useInfiniteQuery(goalsQuery(of, 'closed'))
  const [params, setParams] = useSearchParams()
  const opened = params.get('open')
  const show = (goalId: string | null) =>
    setParams(
      (before) => {
        if (goalId === null) before.delete('open')
        else before.set('open', goalId)
        return before
      },
      { replace: true },
    )
  const skeleton = <GoalsSkeleton label={t('common:loading')} />
  return (
    <>
      {/* Both lists or neither: without the closed ones, "nothing yet" and "all closed" look the same. */}
      <QueryView query={open} skeleton={skeleton}>
        {(current) => (
          <QueryView query={closed} skeleton={skeleton}>
            {(past) => (
              <div className={classes.panel}>
                {inTab && current.pages[0]!.total + past.pages[0]!.total > 0 && (
                  <div className={classes.head}>
                    <CardHead
                      title={t('title')}
                      aside={current.pages[0]?.canAdd && <NewGoalButton of={of} light />}
                    />
                  </div>
                )}
                {current.pages[0]?.crowded === true && (
                  <p className={classes.crowded}>
                    <IconBulb size={18} aria-hidden="true" />
                    {t('crowded', { count: current.pages[0].active })}
                  </p>
                )}
                <Goals
                  goals={current.pages.flatMap(({ data }) => data)}
                  isOfPerson={of.type === 'Client'}
                  onOpen={show}
                />
                <MoreButton query={open} label={t('more')} />
                {current.pages[0]?.total === 0 && (
                  <NoGoals of={of} name={name} canAdd={current.pages[0].canAdd} />
                )}
                <ClosedGoals
                  query={closed}
                  goals={past.pages.flatMap(({ data }) => data)}
                  total={past.pages[0]?.total ?? 0}
                  isOfPerson={of.type === 'Client'}
                  onOpen={show}
                />
              </div>
            )}
          </QueryView>
        )}
      </QueryView>
      <Suspense>
        {opened !== null && (
          <GoalDialog key={opened} goalId={opened} name={name} onClose={() => show(null)} />
        )}
      </Suspense>
    </>
  )
}

type GoalsProps = { goals: readonly GoalDto[]; isOfPerson: boolean; onOpen: (goalId: string) => void }

function Goals({ goals, isOfPerson, onOpen }: GoalsProps) {
  if (goals.length === 0) return null
  return (
    <div className={classes.grid}>
      {goals.map((goal) => (
        <GoalCard key={goal.id} goal={goal} namesGroup={isOfPerson} onOpen={() => onOpen(goal.id)} />
      ))}
    </div>
  )
}

type ClosedProps = GoalsProps & { query: ComponentProps<typeof MoreButton>['query']; total: number }

function ClosedGoals({ query, total, ...list }: ClosedProps) {
  const { t } = useTranslation('goals')
  const [shown, setShown] = useState(false)
  if (total === 0) return null
  return (
    <section aria-label={t('closedTitle')} className={classes.closed}>
      <Button
        variant="subtle"
        size="sm"
        className={classes.fold}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? t('hideClosed') : t('showClosed', { count: total })}
      </Button>
      {shown && <Goals {...list} />}
      {shown && <MoreButton query={query} label={t('more')} />}
    </section>
  )
}

type NoGoalsProps = { of: GoalOwner; name: string | undefined; canAdd: boolean }

function NoGoals({ of, name, canAdd }: NoGoalsProps) {
  const { t } = useTranslation('goals')
  const own = canAdd ? t('empty') : t('emptyEnded')
  return (
    <Card>
      <EmptyState
        drawing={<GoalsDrawing />}
        text={
          name === undefined ? (
            own
          ) : canAdd ? (
            <TwoLines title={t('emptyOf', { name })} hint={t('emptyOfHint')} />
          ) : (
            t('emptyOf', { name })
          )
        }
        action={
          canAdd && (
            <Button variant="light" aria-haspopup="dialog" onClick={() => beginGoal(of)}>
              {t('new.title')}
            </Button>
          )
        }
      />
    </Card>
  )
}

/** Two cards, shaped like those to come. */
function GoalsSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.grid} role="status" aria-label={label}>
      <Skeleton height={148} radius={16} />
      <Skeleton height={148} radius={16} />
    </div>
  )
}
