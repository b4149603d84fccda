import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { RateButton } from '#web/widgets/session/rating/RateButton.tsx'
import { isNear } from '#web/widgets/session/session-look.ts'

type Props = {
  session: SessionListItem
  /** Whether its client has not said yet how it was. */
  isUnrated?: boolean
}

/** The actions of a card: what the server allows the viewer, and the join button once the session is near. */
export function SessionActions({ session, isUnrated = false }: Props) {
  const { t } = useTranslation('sessions')
  const { id: sessionId, allowedActions, phase, title } = session
  return (
    <>
      {allowedActions.includes('confirm') && (
        <Button
          component={Link}
          to={paths.sessionConfirm({ sessionId })}
          variant="light"
          aria-label={`${t('view.confirm')}: ${title}`}
        >
          {t('view.confirm')}
        </Button>
      )}
      {allowedActions.includes('acceptMove') && (
        <Button
          component={Link}
          to={paths.sessionConfirm({ sessionId })}
          variant="light"
          aria-label={`${t('list.answerMove')}: ${title}`}
        >
          {t('list.answerMove')}
        </Button>
      )}
      {allowedActions.includes('accept') && (
        <Button
          component={Link}
          to={paths.sessionView({ sessionId })}
          variant="light"
          aria-label={`${t('list.chooseTime')}: ${title}`}
        >
          {t('list.chooseTime')}
        </Button>
      )}
      {allowedActions.includes('close') && phase === 'toClose' && (
        <Button
          component={Link}
          to={paths.sessionFinished({ sessionId })}
          variant="light"
          aria-label={`${t('list.close')}: ${title}`}
        >
          {t('list.close')}
        </Button>
      )}
      {isUnrated && <RateButton session={session} />}
      {isNear(session) && <JoinButton session={session} variant="light" />}
    </>
  )
}
