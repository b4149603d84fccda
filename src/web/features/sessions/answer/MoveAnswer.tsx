import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { spanFrom } from '#web/widgets/times/span.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { MoveTimes } from '#web/widgets/session/move/MoveTimes.tsx'
import { useAcceptMove, useDeclineMove } from '../moves.queries.ts'
import classes from './AnswerCards.module.css'
import { SessionFacts } from '#web/features/sessions/components/SessionFacts.tsx'
import { TimeCheck } from '#web/features/sessions/times/TimeCheck.tsx'
import { useSend } from '#web/widgets/use-send.ts'

type Props = { session: SessionDto; onAnswering: (isOn: boolean) => void }

/** The time a client asks to move to: the coach accepts or declines the move (product §9). */
export function MoveAnswer({ session, onAnswering }: Props) {
  const { t } = useTranslation(['moves', 'common'])
  const viewer = useViewer()
  const navigate = useNavigate()
  const accept = useAcceptMove()
  const decline = useDeclineMove()
  const sendAccept = useSend(accept)
  const sendDecline = useSend(decline)
  const [failure, setFailure] = useState<string>()
  const { id: sessionId, moveRequest } = session
  const name = session.client?.name ?? ''
  const busy = accept.isPending || decline.isPending

  const answer = (send: typeof sendAccept, done: 'confirm.moveAccepted' | 'confirm.moveDeclined') => {
    onAnswering(true)
    setFailure(undefined)
    send(
      { sessionId },
      {
        onSuccess: () => setAlert(t(done, { name }), 'success'),
        onSuccessHere: () => void navigate(paths.sessionView({ sessionId })),
        onErrorHere: (error) => {
          showFailure(error, { dialog: setFailure })
          onAnswering(false)
        },
      },
    )
  }

  return (
    <>
      <div className={classes.facts}>
        <SessionFacts session={session} viewer={viewer} />
      </div>
      {moveRequest && (
        <div className={classes.facts}>
          <MoveTimes session={session} span={spanFrom(moveRequest)} />
          <TimeCheck session={session} time={moveRequest} />
        </div>
      )}
      <SaveBar inCard error={failure}>
        <Button variant="default" disabled={busy} onClick={() => answer(sendDecline, 'confirm.moveDeclined')}>
          {t('confirm.declineMove')}
        </Button>
        <LoadingButton
          loading={accept.isPending}
          disabled={busy}
          loadingLabel={t('common:loading')}
          onClick={() => answer(sendAccept, 'confirm.moveAccepted')}
        >
          {t('confirm.acceptMove')}
        </LoadingButton>
      </SaveBar>
    </>
  )
}
