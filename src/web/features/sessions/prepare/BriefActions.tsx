import { useTranslation } from 'react-i18next'
import type { SessionBrief } from '#contract/sessions/session-records.ts'
import { ageText } from '../age-text.ts'
import classes from './Brief.module.css'

type Props = {
  actions: SessionBrief['openActions']
  /** For a group: the member of each action. */
  named: boolean
}

/** Open actions, oldest first, with their age. */
export function BriefActions({ actions, named }: Props) {
  const { t } = useTranslation('records')
  if (actions.length === 0) return <p className={classes.none}>{t('brief.noActions')}</p>
  return (
    <ul className={classes.list}>
      {actions.map(({ id, text, name, ageDays, overdue }) => (
        <li key={id}>
          <span className={classes.what}>{named ? `${name}: ${text}` : text}</span>
          <span className={classes.state} data-overdue={overdue || undefined}>
            {ageText(t, ageDays)}
            {overdue && ` · ${t('carried.overdue')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
