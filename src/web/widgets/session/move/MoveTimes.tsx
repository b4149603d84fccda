import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { formatDayLong, formatTimeRange } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import classes from './MoveTimes.module.css'
import { otherParty } from '#web/widgets/session/session-look.ts'
import { spanFrom, type Span } from '#web/widgets/times/span.ts'
import { useViewer } from '#web/store/viewer.ts'

type Props = { session: SessionListItem; span: Span }

/** The old and the new time, in both zones where they differ (product §2). */
export function MoveTimes({ session, span }: Props) {
  const { t } = useTranslation('schedule')
  const viewer = useViewer()
  const other = otherParty(session, viewer)
  const before = spanFrom(session)
  const differs =
    other && offsetMinutes(other.timezone, span.start) !== offsetMinutes(viewer.timezone, span.start)
  return (
    <dl className={classes.times}>
      <div className={classes.before}>
        <dt>{t('move.before')}</dt>
        <dd>
          <When span={before} zone={viewer.timezone} />
        </dd>
      </div>
      <div className={classes.after}>
        <dt>{t(differs ? 'move.forYou' : 'move.after')}</dt>
        <dd>
          <When span={span} zone={viewer.timezone} />
        </dd>
      </div>
      {differs && (
        <div className={classes.after}>
          <dt>{t('move.forThem', { name: other.name })}</dt>
          <dd>
            <When span={span} zone={other.timezone} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function When({ span: { start, end }, zone }: { span: Span; zone: string }) {
  const language = currentLanguage()
  return (
    <>
      {formatDayLong(start, zone, language)}, {/* No line break between start and end. */}
      <span style={{ whiteSpace: 'nowrap' }}>{formatTimeRange(start, end, zone, language)}</span>
    </>
  )
}
