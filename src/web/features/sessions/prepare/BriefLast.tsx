import { useTranslation } from 'react-i18next'
import type { SessionBrief } from '#contract/sessions/session-records.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import classes from './Brief.module.css'

type Props = {
  last: SessionBrief['last']
  timezone: string
  /** For a group: the member of each action. */
  nameOf?: (clientId: string) => string | undefined
}

/** The agreements of the last session: the shared summary and its actions' statuses. */
export function BriefLast({ last, timezone, nameOf }: Props) {
  const { t } = useTranslation(['records', 'actions'])
  if (last === null) return <p className={classes.none}>{t('brief.noLast')}</p>
  return (
    <>
      <p className={classes.from}>
        {last.title}
        {' · '}
        <time dateTime={last.startsAt}>
          {formatDayLong(fromIso(last.startsAt), timezone, currentLanguage())}
        </time>
      </p>
      {last.summary !== '' && <p className={classes.text}>{last.summary}</p>}
      {last.actions.length > 0 && (
        <ul className={classes.list}>
          {last.actions.map(({ id, clientId, text, status, overdue }) => (
            <li key={id}>
              <span className={classes.what}>{[nameOf?.(clientId), text].filter(Boolean).join(': ')}</span>
              <span className={classes.state}>
                {overdue ? <span data-overdue>{t('carried.overdue')}</span> : t(`actions:statuses.${status}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
