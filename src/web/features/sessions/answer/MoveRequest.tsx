import { Button } from '@mantine/core'
import { IconCalendarQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { TimeForBoth } from '#web/widgets/session/TimeForBoth.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import { useWithdrawMove } from '../moves.queries.ts'
import classes from './MoveRequest.module.css'

type Props = { session: SessionListItem; viewer: Viewer }

/** The time a client asks to move to, with the coach's answer; renders nothing without a request. */
export function MoveRequest({ session, viewer }: Props) {
  const { t } = useTranslation('moves')
  const { id: sessionId, moveRequest, allowedActions, coach, client } = session
  if (moveRequest === null) return null
  return (
    <div className={classes.box}>
      <IconCalendarQuestion size={20} aria-hidden="true" className={classes.icon} />
      <div className={classes.text}>
        <strong>
          {viewer.side === 'coach'
            ? t('request.theirs', { name: client?.name ?? '' })
            : t('request.yours', { name: coach.name })}
        </strong>
        <div className={classes.when}>
          <TimeForBoth session={session} viewer={viewer} at={moveRequest} />
        </div>
      </div>
      {allowedActions.includes('withdrawMove') && <WithdrawMove session={session} />}
      {allowedActions.includes('acceptMove') && (
        <Button component={Link} to={paths.sessionConfirm({ sessionId })}>
          {t('request.answer')}
        </Button>
      )}
    </div>
  )
}

/** The client can withdraw their request: the time is free again and the coach has nothing to answer. */
function WithdrawMove({ session: { id: sessionId, coach } }: Pick<Props, 'session'>) {
  const { t } = useTranslation(['moves', 'common'])
  const withdraw = useWithdrawMove()
  const submit = () =>
    // A promise, because the button is gone as soon as the session is known to have changed.
    void withdraw
      .mutateAsync({ sessionId })
      .then(() => setAlert(t('request.withdrawn', { name: coach.name }), 'success'), showFailure)
  return (
    <LoadingButton
      variant="default"
      loading={withdraw.isPending}
      loadingLabel={t('common:loading')}
      onClick={submit}
    >
      {t('request.withdraw')}
    </LoadingButton>
  )
}
