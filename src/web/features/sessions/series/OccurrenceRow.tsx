import { Button, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Occurrence } from '#contract/sessions/session-series.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { formatClock, formatDayAndTimes } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { SessionTime } from '#web/widgets/session/SessionTime.tsx'
import { TimeWarnings } from '#web/widgets/session/TimeWarnings.tsx'
import { isBookable } from '#web/widgets/session/time-warnings.ts'
import type { Viewer } from '#web/store/viewer.ts'
import type { SeriesChoice } from './series-choice.ts'
import { minutesOf } from '#web/widgets/session/session-look.ts'
import classes from './SeriesPreview.module.css'

type Decision = SeriesChoice[number] | undefined

type Props = {
  occurrence: Occurrence
  decision: Decision
  onDecide: (decision: Decision) => void
  viewer: Viewer
  client: { name: string; timezone: string } | undefined
}

/** One start of a series: kept, skipped, or moved to a free start of its day if it clashes. */
export function OccurrenceRow({ occurrence, decision, onDecide, viewer, client }: Props) {
  const { t } = useTranslation('booking')
  const { startsAt, endsAt, warnings } = occurrence
  const language = currentLanguage()
  const when = formatDayAndTimes(fromIso(startsAt), fromIso(endsAt), viewer.timezone, language)
  const isSkipped = decision === 'skip'
  const moved = decision === undefined || isSkipped ? undefined : decision.startsAt
  const shown = moved ?? startsAt
  return (
    <li className={classes.row} data-skipped={isSkipped || undefined}>
      <div className={classes.when}>
        <SessionTime
          startsAt={shown}
          endsAt={toIso(addMinutes(fromIso(shown), minutesOf(occurrence)))}
          timezone={viewer.timezone}
          {...(client && { other: { ...client, role: 'client' } })}
        />
      </div>
      {decision !== undefined ? (
        <div className={classes.tools}>
          <span className={classes.state}>{t(isSkipped ? 'series.skipped' : 'series.moved')}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('series.undoOf', { when })}
            onClick={() => onDecide(undefined)}
          >
            {t('series.undo')}
          </Button>
        </div>
      ) : (
        warnings.length > 0 && (
          <>
            <TimeWarnings warnings={warnings} />
            <div className={classes.tools}>
              {!isBookable(warnings) && (
                <Alternatives
                  {...{ occurrence, viewer, when }}
                  onChoose={(next) => onDecide({ startsAt: next })}
                />
              )}
              <Button
                variant="default"
                aria-label={t('series.skipOf', { when })}
                onClick={() => onDecide('skip')}
              >
                {t('series.skip')}
              </Button>
            </div>
          </>
        )
      )}
    </li>
  )
}

type AlternativesProps = {
  occurrence: Occurrence
  viewer: Viewer
  when: string
  onChoose: (startsAt: string) => void
}

function Alternatives({ occurrence: { alternatives }, viewer, when, onChoose }: AlternativesProps) {
  const { t } = useTranslation('booking')
  if (alternatives.length === 0) return <span className={classes.state}>{t('series.noAlternative')}</span>
  return (
    <Select
      className={classes.move}
      aria-label={t('series.moveOf', { when })}
      placeholder={t('series.move')}
      data={alternatives.map((startsAt) => ({
        value: startsAt,
        label: formatClock(fromIso(startsAt), viewer.timezone, currentLanguage()),
      }))}
      value={null}
      onChange={(startsAt) => startsAt !== null && onChoose(startsAt)}
    />
  )
}
