import { Checkbox } from '@mantine/core'
import { IconAlertCircle, IconCalendarDue, IconUserCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'
import type { ActionDto } from '#contract/actions/actions.ts'
import { isCalendarDate, type CalendarDate } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import classes from './ActionCheck.module.css'
import { isOpen } from '#web/widgets/queries/action.queries.ts'
import { type Viewer, useViewer } from '#web/store/viewer.ts'

type Props = {
  action: ActionDto
  /** The viewer's current date. */
  today: CalendarDate
  /** Where its text leads, if not to the list of its person. */
  to?: To
  /** Beside the due date, such as a link to the action's session. */
  aside?: ReactNode
  /** Asks to complete the action or to reopen it. A dropped action shows no tick but can be reopened too. */
  onToggle: (action: ActionDto, done: boolean) => void
}

/** An action with one large checkbox; its text opens it. */
export function ActionCheck({ action, today, to, aside, onToggle }: Props) {
  const tickId = useId()
  const viewer = useViewer()
  const open = isOpen(action.status)
  const canToggle = action.allowedStatuses.includes(open ? 'done' : 'pending')
  return (
    <div className={classes.row} data-done={!open || undefined}>
      {/* A touch target around the checkbox. The text is outside it, so that tapping the text ticks nothing. */}
      <label className={classes.tick} htmlFor={tickId}>
        <Checkbox
          id={tickId}
          size="lg"
          radius="xl"
          checked={action.status === 'done'}
          disabled={!canToggle}
          aria-label={action.text}
          classNames={{ input: classes.input }}
          onChange={() => onToggle(action, open)}
        />
      </label>
      <div className={classes.main}>
        <Link to={to ?? placeOf(action, viewer)} className={classes.text}>
          {action.text}
        </Link>
        <ActionMeta action={action} today={today}>
          {aside}
        </ActionMeta>
      </div>
    </div>
  )
}

/** Where an action opens: a panel of its list (product §1 D10). */
function placeOf({ id: open, clientId }: ActionDto, { side }: Viewer): string {
  return side === 'client'
    ? paths.actions({ open })
    : paths.actionsOf({ type: 'Client', itemId: clientId, open })
}

type MetaProps = Pick<Props, 'action' | 'today'> & { children?: ReactNode }

/** When it is due or was done, and by whom. */
export function ActionMeta({ action, today, children }: MetaProps) {
  const { t } = useTranslation('actions')
  const viewer = useViewer()
  return (
    <div className={classes.meta}>
      <Due action={action} today={today} timezone={viewer.timezone} />
      {action.status === 'inProgress' && <span>{t('statuses.inProgress')}</span>}
      {viewer.side === 'client' && action.changedBy === 'coach' && (
        <span className={classes.mark}>
          <IconUserCheck size={15} aria-hidden="true" />
          {t('markedByCoach')}
        </span>
      )}
      {children}
    </div>
  )
}

function Due({ action, today, timezone }: { action: ActionDto; today: CalendarDate; timezone: string }) {
  const { t } = useTranslation('actions')
  const language = currentLanguage()
  if (action.status === 'wontDo') return <span>{t('statuses.wontDo')}</span>
  if (action.status === 'done') {
    if (action.completedAt === null) return <span>{t('statuses.done')}</span>
    return (
      <span>{t('doneOn', { date: formatDayMonth(fromIso(action.completedAt), timezone, language) })}</span>
    )
  }
  if (action.dueOn === null || !isCalendarDate(action.dueOn)) return <span>{t('noDate')}</span>
  const dueOn: string = action.dueOn
  const date = formatDayMonth(action.dueOn, timezone, language)
  if (action.overdue) {
    return (
      <span className={classes.overdue}>
        <IconAlertCircle size={15} aria-hidden="true" />
        {t('wasDue', { date })}
      </span>
    )
  }
  return (
    <span className={classes.mark}>
      <IconCalendarDue size={15} aria-hidden="true" />
      {dueOn === today ? t('dueToday') : t('due', { date })}
    </span>
  )
}
