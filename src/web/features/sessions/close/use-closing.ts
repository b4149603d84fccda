import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { failureText } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { spanOf } from '#web/widgets/forms/span-form.ts'
import type { Span } from '#web/widgets/times/span.ts'
import { closingBody, toldActions, type ClosingForm } from './closing-form.ts'
import { nextBody } from './next-booking.ts'
import { briefQuery } from '../records.queries.ts'
import { useCloseSession, useCreateSession } from '../sessions.queries.ts'

/** The next session that was wanted with a closing and could not be booked: when it would have been, and why not. */
export type Unbooked = { span: Span; reason: string }

/**
 * Closes a session and, if wanted, books the next one: two requests, of which the second may be refused after the first
 * succeeded. That is reported through `onUnbooked`, not as a failure of the closing.
 */
export function useClosing(session: SessionDto, onUnbooked: (unbooked: Unbooked) => void) {
  const { t } = useTranslation('records')
  const { timezone } = useViewer()
  const closing = useCloseSession(session.id)
  const booking = useCreateSession()
  const queries = useQueryClient()

  const book = (span: Span) =>
    booking.mutateAsync(nextBody(span, session)).then(
      () => {
        const when = formatDayAndTimes(span.start, span.end, timezone, currentLanguage())
        setAlert(t('next.done', { when }), 'success')
      },
      (failure: unknown) => onUnbooked({ span, reason: failureText(failure) }),
    )
  const close = async (form: ClosingForm): Promise<void> => {
    const told = await toldActions(form, () => queries.ensureQueryData(briefQuery(session.id)))
    await closing.mutateAsync(closingBody(form, session, told))
    const span = form.next.wanted && spanOf(form.next, timezone)
    // Not awaited: the session is closed, whatever happens to the booking.
    if (span) void book(span)
  }
  return { close, isPending: closing.isPending, isSuccess: closing.isSuccess }
}
