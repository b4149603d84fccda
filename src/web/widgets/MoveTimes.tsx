import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import classes from './MoveTimes.module.css'
import { otherParty } from './session-look.ts'
import { spanFrom, type Span } from './span-form.ts'
import type { Viewer } from './viewer.ts'

type Props = { session: SessionListItem; span: Span; viewer: Viewer }

/** From when to when, in the zones of both where they differ (product §2). */
export function MoveTimes({ session, span, viewer }: Props) {
  const { t } = useTranslation('schedule')
  const language = currentLanguage()
  const other = otherParty(session, viewer)
  const before = spanFrom(session)
  const differs =
    other && offsetMinutes(other.timezone, span.start) !== offsetMinutes(viewer.timezone, span.start)
  const written = ({ start, end }: Span, zone: string) => formatDayAndTimes(start, end, zone, language)
  return (
    <dl className={classes.times}>
      <div className={classes.before}>
        <dt>{t('move.before')}</dt>
        <dd>{written(before, viewer.timezone)}</dd>
      </div>
      <div className={classes.after}>
        <dt>{t(differs ? 'move.forYou' : 'move.after')}</dt>
        <dd>{written(span, viewer.timezone)}</dd>
      </div>
      {differs && (
        <div className={classes.after}>
          <dt>{t('move.forThem', { name: other.name })}</dt>
          <dd>{written(span, other.timezone)}</dd>
        </div>
      )}
    </dl>
  )
}
