import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { MINUTE_MS, type EpochMs } from '#time/clock.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import classes from './MoveSessionDialog.module.css'
import { MoveTimes } from './MoveTimes.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { SeriesScopeChoice } from './SeriesScopeChoice.tsx'
import { SpanFields } from '#web/widgets/forms/SpanFields.tsx'
import { TimeWarnings } from './TimeWarnings.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { useMovePreview, useReschedule } from '#web/widgets/queries/move.queries.ts'
import { spanBody, spanForm, spanFrom, spanOf, spanProblem, type Span } from '#web/widgets/forms/span-form.ts'
import { distinctWarnings, isBookable, isOverridable } from './time-warnings.ts'
import { useNow } from '../use-now.ts'
import { useViewer } from '#web/store/viewer.ts'

type Props = {
  session: SessionListItem
  /** The interval it was dragged to; then the dialog only confirms. Without it the time is chosen here. */
  to?: Span
  /** Called after the move, before the dialog closes. */
  onClose: (moved: boolean) => void
}

/** A coach moves a session: by a form, or after dragging it (product §8, §9). Errors are shown in the dialog. */
export function MoveSessionDialog({ session, to, onClose }: Props) {
  const { t } = useTranslation(['schedule', 'common', 'validation'])
  const viewer = useViewer()
  const [form, setForm] = useState(() => spanForm(to ?? spanFrom(session), viewer.timezone))
  const [scope, setScope] = useState<SeriesScope>('one')
  const [notify, setNotify] = useState(true)
  const [problem, setProblem] = useState<string>()
  const reschedule = useReschedule(session.id)
  const { data: calendar } = useQuery(calendarQuery(viewer.coachId))
  const span = to ?? spanOf(form, viewer.timezone)
  const wrong = wrongOf(session, span, useNow())
  // The warnings of the previous time stay visible while the new ones load, but decide nothing.
  const { query, isCurrent } = useMovePreview(session, wrong === undefined ? span : undefined, scope)
  const warnings = wrong === undefined && query.data ? distinctWarnings(query.data.occurrences) : []
  const name = session.client?.name

  const accept = () => {
    if (!span) return
    setProblem(undefined)
    const body = {
      ...spanBody(span),
      notify,
      ...(session.seriesId && { scope }),
      ...(isOverridable(warnings) && { outsideHours: true }),
    }
    reschedule.mutate(body, {
      onSuccess: () => {
        setAlert(t('move.done'), 'success')
        onClose(true)
      },
      onError: (failure) => showFailure(failure, { dialog: setProblem }),
    })
  }

  return (
    <ConfirmDialog
      opened
      title={t(to ? 'move.confirmTitle' : 'move.title')}
      subtitle={session.title}
      icon={<IconCalendarTime size={24} />}
      cancel={{ label: to ? t('move.keep') : t('common:cancel') }}
      accept={{
        label: t(isOverridable(warnings) ? 'move.anyway' : 'move.accept'),
        run: accept,
        loading: reschedule.isPending,
        loadingLabel: t('common:loading'),
        disabled: !isCurrent || !isBookable(warnings),
      }}
      error={problem}
      onClose={() => onClose(false)}
    >
      <div className={classes.fields}>
        {!to && (
          <SpanFields
            value={form}
            lengths={lengthsOf(calendar?.durations ?? [], session)}
            onChange={(next) => {
              setForm(next)
              setProblem(undefined)
            }}
          />
        )}
        {span && <MoveTimes session={session} span={span} />}
        {session.seriesId !== null && (
          <SeriesScopeChoice label={t('move.scope')} value={scope} onChange={setScope} />
        )}
        <div role="status" aria-label={t('move.checking')}>
          {span && wrong === undefined && (
            <QueryView
              query={query}
              skeleton={<ListSkeleton label={t('move.checking')} rows={1} avatars={false} />}
            >
              {() => <TimeWarnings warnings={warnings} />}
            </QueryView>
          )}
          {wrong !== undefined && (
            <p className={classes.hint}>{wrong === 'same' ? t('move.same') : t(`validation:${wrong}`)}</p>
          )}
        </div>
        <Switch
          label={name === undefined ? t('move.notifyGroup') : t('move.notify', { name })}
          description={t('move.notifyHint')}
          checked={notify}
          onChange={({ currentTarget }) => setNotify(currentTarget.checked)}
        />
      </div>
    </ConfirmDialog>
  )
}

/**
 * Why a time is not a valid target, checked locally: it is the current time, in the past, or of an invalid duration.
 */
function wrongOf(session: SessionListItem, span: Span | undefined, now: EpochMs) {
  if (!span) return undefined
  const { start, end } = spanFrom(session)
  return span.start === start && span.end === end ? ('same' as const) : spanProblem(span, now)
}

/** The coach's durations, including the session's own. */
function lengthsOf(durations: readonly number[], session: SessionListItem): number[] {
  const own = Math.round((spanFrom(session).end - spanFrom(session).start) / MINUTE_MS)
  return [...new Set([...durations, own])].sort((a, b) => a - b)
}
