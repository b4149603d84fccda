import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { MoveSessionDialog } from '#web/widgets/session/move/MoveSessionDialog.tsx'
import classes from './HeldQuestion.module.css'

type Props = {
  session: SessionListItem
  /** Where no heading asks it. */
  asks?: boolean
}

/**
 * Asks whether the session took place (product §9): either answer opens the closing form; a session that was cut short
 * or postponed gets another time.
 */
export function HeldQuestion({ session, asks = false }: Props) {
  const { t } = useTranslation(['sessions', 'records'])
  const [moving, setMoving] = useState(false)
  const { id, title, type, allowedActions } = session
  const canMove = allowedActions.includes('reschedule')
  const to = paths.sessionFinished({ sessionId: id })
  return (
    <>
      <div className={classes.answers} role="group" aria-label={`${t('ending.question')} ${title}`}>
        {asks && <p className={classes.asked}>{t('ending.question')}</p>}
        <Button component={Link} to={to}>
          {t('ending.happened')}
        </Button>
        <Button component={Link} to={to} state={{ attendance: 'absent' }} variant="default">
          {t(type === 'Group' ? 'closing.groupAnswers.absent' : 'ending.absent')}
        </Button>
        {canMove && (
          <Button variant="default" onClick={() => setMoving(true)}>
            {t('records:ending.move')}
          </Button>
        )}
        {canMove && <p className={classes.hint}>{t('records:ending.moveHint')}</p>}
      </div>
      {moving && <MoveSessionDialog session={session} onClose={() => setMoving(false)} />}
    </>
  )
}
