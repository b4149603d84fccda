import { useTranslation } from 'react-i18next'
import type { SessionBrief } from '#contract/sessions/session-records.ts'
import { ageText } from '../age-text.ts'
import { SmallerAction } from '../components/SmallerAction.tsx'
import classes from './Brief.module.css'

type Props = {
  actions: SessionBrief['openActions']
  /** For a group: the member of each action. */
  named: boolean
}

/** Open actions, oldest first, with their age; from the third session on with the question whether to make one smaller. */
export function BriefActions({ actions, named }: Props) {
  const { t } = useTranslation('records')
  if (actions.length === 0) return <p className={classes.none}>{t('brief.noActions')}</p>
  return (
    <ul className={classes.list}>
      {actions.map((action) => (
        <li key={action.id}>
          <span className={classes.what}>{named ? `${action.name}: ${action.text}` : action.text}</span>
          <span className={`${classes.state} ${classes.below}`}>
            {t('brief.agreed', { ago: ageText(t, action.ageDays) })}
            {action.overdue && (
              <>
                {' · '}
                <span data-overdue>{t('carried.overdue')}</span>
              </>
            )}
          </span>
          <SmallerAction action={action} />
        </li>
      ))}
    </ul>
  )
}
