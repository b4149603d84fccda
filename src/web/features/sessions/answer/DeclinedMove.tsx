import { IconCalendarX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatClock, formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './MoveRequest.module.css'

type Props = { session: SessionDto; viewer: Viewer }

/** Says that a move was declined, which the unchanged time alone would not show; until the session changes again. */
export function DeclinedMove({ session, viewer }: Props) {
  const { t } = useTranslation('moves')
  const { declinedMove, phase, coach, client } = session
  if (declinedMove === null || phase !== 'upcoming') return null
  const start = fromIso(declinedMove.startsAt)
  const language = currentLanguage()
  const day = formatDayLong(start, viewer.timezone, language)
  const when = `${day}, ${formatClock(start, viewer.timezone, language)}`
  const isCoach = viewer.side === 'coach'
  const name = (isCoach ? client?.name : coach.name) ?? ''
  const words = {
    coach: isCoach ? ('request.declinedByYou' as const) : ('request.declined' as const),
    clock: isCoach ? ('request.lapsedByYou' as const) : ('request.lapsed' as const),
  }
  return (
    <div className={classes.box} data-quiet>
      <IconCalendarX size={20} aria-hidden="true" className={classes.icon} />
      <div className={classes.text}>{t(words[declinedMove.by], { name, when })}</div>
    </div>
  )
}
