import { Anchor, Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ActionDto } from '#contract/actions/actions.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { paths } from '#web/paths.ts'
import { ActionCheck } from '#web/widgets/actions/ActionCheck.tsx'
import type { ActionGroup } from '../action-groups.ts'
import classes from './ActionGroupList.module.css'

type Props = {
  group: ActionGroup
  actions: readonly ActionDto[]
  today: CalendarDate
  onToggle: (action: ActionDto, done: boolean) => void
}

/** Finished actions shown before the rest is expanded. */
const FEW = 5

/** The actions of one group under its heading. */
export function ActionGroupList({ group, actions, today, onToggle }: Props) {
  const { t } = useTranslation('actions')
  const headingId = useId()
  const [all, setAll] = useState(false)
  const isFinished = group === 'done' || group === 'dropped'
  const folded = isFinished && actions.length > FEW
  const shown = folded && !all ? actions.slice(0, FEW) : actions
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading} data-group={group}>
        {t(`groups.${group}`)}
        <span className={classes.count}>{actions.length}</span>
      </h2>
      {shown.map((action) => (
        <ActionCheck
          key={action.id}
          action={action}
          today={today}
          onToggle={onToggle}
          aside={
            action.sessionId && (
              <Anchor
                component={Link}
                to={paths.sessionView({ sessionId: action.sessionId })}
                size="sm"
                className={`lone-link ${classes.link}`}
              >
                {t('fromSession')}
              </Anchor>
            )
          }
        />
      ))}
      {folded && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.more}
          onClick={() => setAll(!all)}
          aria-expanded={all}
        >
          {t(all ? 'hideDone' : 'showDone')}
        </Button>
      )}
    </section>
  )
}
