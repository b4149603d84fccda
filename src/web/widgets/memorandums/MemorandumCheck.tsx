import { Anchor, Checkbox } from '@mantine/core'
import { IconAlertCircle, IconCalendarDue, IconFlag, IconRepeat } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MemorandumDto } from '#contract/memorandums/memorandums.ts'
import { calendarDate } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayMonth, formatWallTime } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import classes from './MemorandumCheck.module.css'

type Props = {
  memorandum: MemorandumDto
  /** Where the page is that of whom it is about, that needs no saying. */
  withoutAbout?: boolean
  /** What else can be done, at the end of the row. */
  actions?: ReactNode
  onToggle: (memorandum: MemorandumDto) => void
}

/** A memorandum with one large checkbox; its text opens it. */
export function MemorandumCheck({ memorandum, withoutAbout = false, actions, onToggle }: Props) {
  const tickId = useId()
  const { description, status, allowedActions } = memorandum
  const isOpen = status === 'pending' || status === 'postponed'
  return (
    <div className={classes.row} data-closed={!isOpen || undefined}>
      {/* A touch target around the checkbox. The text is outside it, so that tapping the text ticks nothing. */}
      <label className={classes.tick} htmlFor={tickId}>
        <Checkbox
          id={tickId}
          size="lg"
          radius="xl"
          checked={status === 'done'}
          disabled={!allowedActions.includes(isOpen ? 'done' : 'reopen')}
          aria-label={description}
          classNames={{ input: classes.input }}
          onChange={() => onToggle(memorandum)}
        />
      </label>
      <div className={classes.main}>
        <Link
          to={paths.memorandumEdit({ memoramdumId: memorandum.id })}
          className={classes.text}
          title={description}
        >
          {description}
        </Link>
        <div className={classes.meta}>
          <Due memorandum={memorandum} />
          <Marks memorandum={memorandum} />
          {!withoutAbout && <About memorandum={memorandum} />}
        </div>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

function Due({ memorandum }: { memorandum: MemorandumDto }) {
  const { t } = useTranslation('memorandums')
  const language = currentLanguage()
  const { status, group, time, timezone } = memorandum
  if (status === 'cancelled') return <span>{t('statuses.cancelled')}</span>
  if (status === 'done') {
    const at = memorandum.doneAt
    if (at === null) return <span>{t('statuses.done')}</span>
    return <span>{t('doneOn', { date: formatDayMonth(fromIso(at), timezone, language) })}</span>
  }
  const date = formatDayMonth(calendarDate(memorandum.date), timezone, language)
  const clock = formatWallTime(time, language)
  if (group === 'overdue') {
    return (
      <span className={classes.overdue}>
        <IconAlertCircle size={15} aria-hidden="true" />
        {t('wasDue', { date, time: clock })}
      </span>
    )
  }
  return (
    <span className={classes.mark}>
      <IconCalendarDue size={15} aria-hidden="true" />
      {group === 'today' ? t('dueToday', { time: clock }) : t('due', { date, time: clock })}
    </span>
  )
}

function Marks({
  memorandum: { priority, recurrence, status, postponedFrom, timezone },
}: {
  memorandum: MemorandumDto
}) {
  const { t } = useTranslation('memorandums')
  return (
    <>
      {priority !== 'normal' && (
        <span className={priority === 'high' ? classes.high : classes.mark}>
          <IconFlag size={15} aria-hidden="true" />
          {t(`priorityMark.${priority}`)}
        </span>
      )}
      {recurrence !== 'none' && (
        <span className={classes.mark}>
          <IconRepeat size={15} aria-hidden="true" />
          {t(`recurrences.${recurrence}`)}
        </span>
      )}
      {status === 'postponed' && postponedFrom !== null && (
        <span>
          {t('postponedFrom', {
            date: formatDayMonth(calendarDate(postponedFrom), timezone, currentLanguage()),
          })}
        </span>
      )}
    </>
  )
}

function About({ memorandum: { client, aboutGroup, session } }: { memorandum: MemorandumDto }) {
  const link = client
    ? { to: paths.clientView({ clientId: client.id }), text: client.fullName }
    : aboutGroup
      ? { to: paths.groupView({ groupId: aboutGroup.id }), text: aboutGroup.name }
      : session && { to: paths.sessionView({ sessionId: session.id }), text: session.title }
  if (!link) return null
  return (
    <Anchor component={Link} to={link.to} className={`lone-link ${classes.about}`}>
      {link.text}
    </Anchor>
  )
}
