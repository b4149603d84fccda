import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { addMinutes, toIso, type EpochMs } from '#time/clock.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { SessionTime } from '#web/widgets/session/SessionTime.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { useReschedule } from '#web/widgets/queries/move.queries.ts'
import { consentHours } from '#web/widgets/session/notice-hours.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from '#web/widgets/times/ChosenTimes.module.css'
import { ChosenTime } from '#web/widgets/times/ChosenTime.tsx'
import { SessionDialog } from '#web/widgets/session/SessionDialog.tsx'
import { dayOf, minutesOf, otherParty } from '#web/widgets/session/session-look.ts'
import { TimeChoice } from '#web/widgets/times/TimeChoice.tsx'
import { useSend } from '#web/widgets/use-send.ts'

type Props = { session: SessionListItem; viewer: Viewer; onClose: () => void }

/** A client moves their session to a free start: directly, or by a request if the start is near (product §9). */
export default function ClientMoveDialog({ session, viewer, onClose }: Props) {
  const { t } = useTranslation(['moves', 'common'])
  const move = useReschedule(session.id)
  const send = useSend(move)
  const { data: calendar } = useQuery(calendarQuery(viewer.coachId))
  const [chosen, setChosen] = useState<EpochMs>()
  const [failure, setFailure] = useState<string>()
  const asks = !session.allowedActions.includes('reschedule')
  const endsAt = chosen && addMinutes(chosen, minutesOf(session))

  const submit = () => {
    if (chosen === undefined || endsAt === undefined) return
    setFailure(undefined)
    send(
      { startsAt: toIso(chosen), endsAt: toIso(endsAt) },
      {
        onSuccess: ({ coach, moveRequest }) => {
          // Uses the response: the session may have passed from one tier to the next meanwhile.
          setAlert(t(moveRequest ? 'move.asked' : 'move.moved', { name: coach.name }), 'success')
        },
        onSuccessHere: onClose,
        onErrorHere: (error) => showFailure(error, { dialog: setFailure }),
      },
    )
  }

  return (
    <SessionDialog title={t('move.client')} onClose={onClose}>
      <dl className={classes.present}>
        <dt>{t('move.present')}</dt>
        <dd>
          <SessionTime startsAt={session.startsAt} endsAt={session.endsAt} timezone={viewer.timezone} />
        </dd>
      </dl>
      <p className={classes.words}>
        {asks
          ? t('move.asks', { name: session.coach.name, count: calendar ? consentHours(calendar) : 0 })
          : t('move.direct')}
      </p>
      <TimeChoice
        viewer={viewer}
        other={otherParty(session, viewer)}
        durationMin={minutesOf(session)}
        firstDate={dayOf(session, viewer)}
        without={session.id}
        chosen={chosen === undefined ? [] : [chosen]}
        onChoose={(start) => {
          setChosen(start)
          setFailure(undefined)
        }}
      />
      <div className={classes.foot}>
        {chosen !== undefined && endsAt !== undefined && (
          <ul className={classes.chosen} aria-label={t('move.newTime')}>
            <ChosenTime start={chosen} end={endsAt} session={session} viewer={viewer} />
          </ul>
        )}
        <FormError text={failure} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <LoadingButton
            onClick={submit}
            disabled={chosen === undefined}
            loading={move.isPending}
            loadingLabel={t('common:loading')}
          >
            {t(asks ? 'move.ask' : 'move.submit')}
          </LoadingButton>
        </div>
      </div>
    </SessionDialog>
  )
}
