import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drift, Occurrence } from '#contract/sessions/session-series.ts'
import { fromIso } from '#time/clock.ts'
import { formatWallTime, formatDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import { decided, type SeriesChoice } from './series-choice.ts'
import type { usePreview } from '#web/widgets/queries/move.queries.ts'
import { SERIES_DATES } from './series-dates.ts'
import { OccurrenceRow } from './OccurrenceRow.tsx'
import classes from './SeriesPreview.module.css'

type Props = {
  preview: ReturnType<typeof usePreview>
  choice: SeriesChoice
  onChoose: (choice: SeriesChoice) => void
  viewer: Viewer
  client: { name: string; timezone: string } | undefined
}

/** How many starts are listed; beyond that only those with a warning. */
const FEW = 5

/** A preview of every start of a rule: clashes, and where the client's local time shifts (product §8). */
export function SeriesPreview({ preview, choice, onChoose, viewer, client }: Props) {
  const { t } = useTranslation(['booking', 'common'])
  const [all, setAll] = useState(false)
  const skeleton = <ListSkeleton label={t('common:loading')} rows={3} avatars={false} />
  return (
    <section id={SERIES_DATES} tabIndex={-1} className={classes.series} aria-label={t('series.title')}>
      <QueryView query={preview.query} skeleton={skeleton}>
        {({ occurrences, drift }) => {
          // Data kept from before the rule is about a single session: there is no series to preview yet.
          if (!preview.isCurrent && occurrences.length < 2) return skeleton
          const shown = all ? occurrences : occurrences.filter((each) => wantsLook(each, choice))
          return (
            <>
              <h3 className={classes.title}>{t('series.count', { count: occurrences.length })}</h3>
              {client && <Drifts drift={drift} viewer={viewer} name={client.name} />}
              <ol className={classes.list} data-old={!preview.isCurrent || undefined}>
                {shown.map((each) => (
                  <OccurrenceRow
                    key={each.position}
                    occurrence={each}
                    decision={choice[each.startsAt]}
                    onDecide={(what) => onChoose(decided(choice, each.startsAt, what))}
                    viewer={viewer}
                    client={client}
                  />
                ))}
              </ol>
              {shown.length < occurrences.length && (
                <Button variant="subtle" onClick={() => setAll(true)}>
                  {t('series.all', { count: occurrences.length })}
                </Button>
              )}
            </>
          )
        }}
      </QueryView>
    </section>
  )
}

function wantsLook({ position, startsAt, warnings }: Occurrence, choice: SeriesChoice): boolean {
  return position < FEW || warnings.length > 0 || choice[startsAt] !== undefined
}

type DriftsProps = { drift: readonly Drift[]; viewer: Viewer; name: string }

/** Where the same local time of the coach is another one for the client. */
function Drifts({ drift, viewer, name }: DriftsProps) {
  const { t } = useTranslation('booking')
  return drift.map(({ position, startsAt, after }) => (
    <p key={position} className={classes.drift} role="status">
      <IconClockExclamation size={18} aria-hidden="true" className={classes.icon} />
      {t('series.drift', {
        date: formatDayMonth(fromIso(startsAt), viewer.timezone, currentLanguage()),
        time: formatWallTime(after, currentLanguage()),
        name,
      })}
    </p>
  ))
}
