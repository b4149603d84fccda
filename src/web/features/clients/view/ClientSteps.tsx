import {
  IconCalendarOff,
  IconCalendarPlus,
  IconCircleCheck,
  IconCircleMinus,
  IconCirclePlus,
  IconFlag,
  IconFlagOff,
  IconMoodSmile,
  IconTrendingUp,
  IconTrophy,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientDetail, ClientStep } from '#contract/clients.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayMonth } from '#time/format.ts'
import { formatRelative } from '#time/relative.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './ClientSteps.module.css'

const ICONS: Record<ClientStep['kind'], Icon> = {
  actionDone: IconCircleCheck,
  actionDropped: IconCircleMinus,
  actionAdded: IconCirclePlus,
  sessionAsked: IconCalendarPlus,
  sessionCancelled: IconCalendarOff,
  goalAdded: IconFlag,
  goalNoted: IconTrendingUp,
  goalAchieved: IconTrophy,
  goalEnded: IconFlagOff,
  accepted: IconMoodSmile,
}

/** What happened since the last session (product §6). */
export function ClientSteps({ client, timezone }: { client: ClientDetail; timezone: string }) {
  const { t } = useTranslation('clients')
  const now = useNow()
  const language = currentLanguage()
  const { name, moves, lastSessionAt } = client
  const date = lastSessionAt === null ? null : formatDayMonth(fromIso(lastSessionAt), timezone, language)
  return (
    <Card
      title={t(date === null && moves.length > 0 ? 'since.latest' : 'since.title')}
      aside={date !== null && <span className={classes.date}>{date}</span>}
    >
      {moves.length === 0 ? (
        <p data-nothing>{t(date === null ? 'since.noSession' : 'since.none', { name })}</p>
      ) : (
        <ul className={classes.list}>
          {moves.map(({ kind, at, text }) => {
            const MoveIcon = ICONS[kind]
            return (
              <li key={`${kind} ${at} ${text}`} className={classes.move} data-kind={kind}>
                <MoveIcon size={20} aria-hidden="true" />
                <span className={classes.text}>
                  {t(`since.${kind}`, { name })}
                  {text !== null && <span className={classes.what}>{text}</span>}
                </span>
                <time dateTime={at} className={classes.date}>
                  {formatRelative(fromIso(at), now, language)}
                </time>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
