import { Anchor, Button } from '@mantine/core'
import { IconCalendarDue, IconChartLine, IconPlus, IconTrophy, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { dateOf } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { setAlert } from '#web/store/alert.ts'
import { beginAction } from '#web/store/new-action.ts'
import { useViewer } from '#web/store/viewer.ts'
import { capitalized } from '#web/widgets/capitalized.ts'
import { ActionCheck } from '#web/widgets/actions/ActionCheck.tsx'
import { useActionToggle } from '#web/widgets/actions/use-action-toggle.ts'
import { GoalState } from '#web/widgets/goals/GoalState.tsx'
import { ProgressRing } from '#web/widgets/goals/ProgressRing.tsx'
import { standingText } from '#web/widgets/goals/goal-texts.ts'
import { percentText } from '#web/widgets/numbers.ts'
import { useNow, useShortDay } from '#web/widgets/use-now.ts'
import { CheckIns } from './CheckIns.tsx'
import { GoalChart } from './GoalChart.tsx'
import classes from './GoalContent.module.css'
import type { GoalMode } from './goal-mode.ts'
import { GoalMenu } from './GoalMenu.tsx'
import { Milestones } from './Milestones.tsx'
import { Part } from './Part.tsx'
import { Wordings } from './Wordings.tsx'

type Props = { goal: GoalDetail; onAsk: (mode: GoalMode) => void; onClose: () => void }

/** A goal: how far, how it is doing, what can be done, and what happened on the way. */
export function GoalContent({ goal, onAsk, onClose }: Props) {
  const { t } = useTranslation('goals')
  const { side, timezone } = useViewer()
  const today = dateOf(useNow(), timezone)
  const can = (action: GoalDetail['allowedActions'][number]) => goal.allowedActions.includes(action)
  const hasChart = goal.measure !== 'yesNo'
  return (
    <div className={classes.goal}>
      <Head goal={goal} />
      {(goal.allowedActions.length > 0 || side === 'coach') && (
        <div className={classes.buttons}>
          {can('checkIn') && (
            <Button
              leftSection={<IconChartLine size={18} aria-hidden="true" />}
              onClick={() => onAsk('checkIn')}
            >
              {t('do.checkIn')}
            </Button>
          )}
          {/* The menu is never alone on a line. */}
          <div className={classes.together}>
            {can('achieve') && (
              <Button
                variant="default"
                leftSection={<IconTrophy size={18} aria-hidden="true" />}
                onClick={() => onAsk('achieved')}
              >
                {t('do.achieve')}
              </Button>
            )}
            <GoalMenu goal={goal} onAsk={onAsk} onGone={onClose} />
          </div>
        </div>
      )}
      {goal.reflection !== null && (
        <Part title={t('detail.reflection')}>
          <p className={classes.words}>{goal.reflection}</p>
        </Part>
      )}
      {goal.why !== null && (
        <Part title={t('detail.why')}>
          <p className={classes.words}>{goal.why}</p>
        </Part>
      )}
      {hasChart && (
        <Part title={t('detail.chart')}>
          <GoalChart goal={goal} today={today} />
        </Part>
      )}
      {goal.milestones.length > 0 && (
        <Part title={t('detail.milestones')}>
          <Milestones goal={goal} />
        </Part>
      )}
      <Actions goal={goal} />
      <CheckIns goal={goal} />
      <Sessions goal={goal} />
      {goal.wordings.length > 0 && <Wordings goal={goal} />}
    </div>
  )
}

function Head({ goal }: { goal: GoalDetail }) {
  const { t } = useTranslation('goals')
  const shortDay = useShortDay()
  const standing = standingText(goal, t)
  return (
    <div className={classes.head}>
      <ProgressRing
        progress={goal.progress}
        label={t('progress', { percent: percentText(goal.progress) })}
        size={96}
        isQuiet={goal.status !== 'active'}
      />
      <div className={classes.standing}>
        <GoalState goal={goal} />
        {standing && <p className={classes.numbers}>{standing}</p>}
        <ul className={classes.facts}>
          {goal.group && (
            <li>
              <IconUsersGroup size={15} aria-hidden="true" />
              {t('detail.ofGroup', { group: goal.group.name })}
            </li>
          )}
          {goal.closedAt === null
            ? goal.targetDate && (
                <li>
                  <IconCalendarDue size={15} aria-hidden="true" />
                  {t('until', { date: shortDay(goal.targetDate) })}
                </li>
              )
            : [
                <li key="closed">
                  {t('detail.closedOn', {
                    date: shortDay(fromIso(goal.closedAt)),
                  })}
                </li>,
                goal.score !== null && <li key="score">{t('detail.score', { score: goal.score })}</li>,
              ]}
          {goal.area && <li>{goal.area}</li>}
        </ul>
      </div>
    </div>
  )
}

/** Open actions that lead there, and a new one: of the client whose goal it is, or a member's own. */
function Actions({ goal }: { goal: GoalDetail }) {
  const { t } = useTranslation(['goals', 'actions'])
  const { clientId: own, side, timezone } = useViewer()
  const today = dateOf(useNow(), timezone)
  const toggle = useActionToggle(setAlert)
  const of = goal.clientId ?? own
  const canAdd = of !== null && goal.closedAt === null && goal.allowedActions.includes('checkIn')
  if (!canAdd && goal.actions.length === 0) return null
  return (
    <Part
      title={t('detail.actions')}
      aside={
        canAdd && (
          <Button
            variant="subtle"
            size="sm"
            aria-haspopup="dialog"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => beginAction(of, goal.id)}
          >
            {t('actions:new.title')}
          </Button>
        )
      }
    >
      {goal.actions.length === 0 && <p data-nothing>{t('detail.noActions')}</p>}
      {goal.actions.map((action) => (
        <ActionCheck key={action.id} action={action} today={today} onToggle={toggle} />
      ))}
      {side === 'coach' && (
        <Anchor component={Link} to={paths.actions({ goal: goal.id })} className="lone-link">
          {t('detail.allActions')}
        </Anchor>
      )}
    </Part>
  )
}

function Sessions({ goal: { sessions } }: { goal: GoalDetail }) {
  const { t } = useTranslation('goals')
  const { timezone } = useViewer()
  if (sessions.length === 0) return null
  return (
    <Part title={t('detail.sessions')}>
      <ul className={classes.links}>
        {sessions.map(({ id, startsAt }) => (
          <li key={id}>
            <Anchor component={Link} to={paths.sessionView({ sessionId: id })} className="lone-link">
              {capitalized(formatDayLong(fromIso(startsAt), timezone, currentLanguage()))}
            </Anchor>
          </li>
        ))}
      </ul>
    </Part>
  )
}
