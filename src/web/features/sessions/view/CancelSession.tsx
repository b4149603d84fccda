import { IconCalendarX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormRemoval } from '#web/ui/feedback/FormRemoval.tsx'
import { SeriesScopeChoice } from '#web/widgets/session/SeriesScopeChoice.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { noticeHours } from '#web/widgets/session/notice-hours.ts'
import { otherParty } from '#web/widgets/session/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { useCancelSession } from '../moves.queries.ts'
import { countingStart, isLate } from './notice.ts'
import { useEndedDialog } from './use-ended-dialog.ts'
import { ReasonDialog } from '#web/features/sessions/components/ReasonDialog.tsx'

type Props = {
  session: SessionDto
  viewer: Viewer
  asking: boolean
  onClose: () => void
}

/** Asks for the reason and cancels, one session or part of its series; absent when not allowed. */
export function CancelSession({ session, viewer, asking, onClose }: Props) {
  const { t } = useTranslation('sessions')
  const [scope, setScope] = useState<SeriesScope>('one')
  // During the request the session is no longer cancellable, but the dialog still has to show the result.
  const { mutateAsync, isPending } = useCancelSession()
  const late = useLateWords(session, viewer, asking)
  const name = otherParty(session, viewer)?.name ?? session.title
  const { group } = session
  const inSeries = viewer.side === 'coach' && session.seriesId !== null
  const canCancel = session.allowedActions.includes('cancel') || isPending
  useEndedDialog(asking, canCancel, onClose)
  if (!canCancel || !asking) return null
  return (
    <ReasonDialog
      title={t('cancel.title')}
      subtitle={group ? t('cancel.subtitleGroup') : t('cancel.subtitle', { name })}
      note={late}
      accept={t('cancel.accept')}
      keep={t('cancel.keep')}
      onAccept={async (reason) => {
        await mutateAsync({ sessionId: session.id, reason, ...(inSeries && { scope }) })
        const done = scope === 'one' ? 'done' : 'doneSeries'
        setAlert(group ? t(`cancel.${done}Group`) : t(`cancel.${done}`, { name }), 'success')
      }}
      onClose={onClose}
    >
      {inSeries && <SeriesScopeChoice label={t('cancel.scope')} value={scope} onChange={setScope} />}
    </ReasonDialog>
  )
}

/** Opens it; absent when not allowed. */
export function CancelSessionButton({ session, onAsk }: { session: SessionDto; onAsk: () => void }) {
  const { t } = useTranslation('sessions')
  if (!session.allowedActions.includes('cancel')) return null
  return (
    <FormRemoval icon={<IconCalendarX size={18} aria-hidden="true" />} onClick={onAsk}>
      {t('view.cancel')}
    </FormRemoval>
  )
}

/** Warns a client that they are inside the notice period, before they cancel (product §9). */
function useLateWords(session: SessionDto, viewer: Viewer, asking: boolean): string | undefined {
  const { t } = useTranslation('sessions')
  const now = useNow()
  const { data: calendar } = useQuery({
    ...calendarQuery(viewer.coachId),
    enabled: asking && viewer.side === 'client',
  })
  if (!calendar || !isLate(calendar, countingStart(session), now)) return undefined
  return t('cancel.late', { count: noticeHours(calendar) })
}
