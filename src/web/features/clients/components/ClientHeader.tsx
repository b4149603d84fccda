import { IconCalendarEvent, IconClock, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { fromIso } from '#time/clock.ts'
import { formatClock, formatDayLong, formatDayMonth, formatTime } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/widgets/viewer.ts'
import classes from './ClientHeader.module.css'
import { ClientStatus } from './ClientStatus.tsx'

type Props = { client: ClientDto; viewer: Viewer }

/** Who it is, what time it is there, and when they meet next. */
export function ClientHeader({ client, viewer }: Props) {
  return (
    <Card className={classes.header}>
      <PersonAvatar name={client.fullName} src={client.photo?.fileURL} size={64} />
      <div className={classes.facts}>
        <ClientStatus status={client.status} />
        <LocalTime client={client} viewer={viewer} />
        <NextSession client={client} viewer={viewer} />
        <span className={classes.fact}>
          <IconMail size={16} aria-hidden="true" />
          <a href={`mailto:${client.email}`} className={classes.mail}>
            {client.email}
          </a>
        </span>
      </div>
      <Standing client={client} viewer={viewer} />
    </Card>
  )
}

function LocalTime({ client, viewer }: Props) {
  const { t } = useTranslation('clients')
  const now = useNow()
  const same = offsetMinutes(client.timezone, now) === offsetMinutes(viewer.timezone, now)
  return (
    <span className={classes.fact}>
      <IconClock size={16} aria-hidden="true" />
      <span className="tabular">
        {t(same ? 'sameTime' : 'localTime', { time: formatTime(now, client.timezone) })}
      </span>
    </span>
  )
}

function NextSession({ client: { nextSessionAt }, viewer: { timezone } }: Props) {
  const { t } = useTranslation('clients')
  if (nextSessionAt === null) {
    return (
      <span className={classes.fact}>
        <IconCalendarEvent size={16} aria-hidden="true" />
        {t('noNextSession')}
      </span>
    )
  }
  const at = fromIso(nextSessionAt)
  const language = currentLanguage()
  const when = `${formatDayLong(at, timezone, language)}, ${formatClock(at, timezone, language)}`
  return (
    <span className={classes.fact}>
      <IconCalendarEvent size={16} aria-hidden="true" />
      <span className="tabular">{t('nextSession', { when })}</span>
    </span>
  )
}

/** What an invitation that is not accepted means, in a sentence. */
function Standing({ client, viewer }: Props) {
  const { t } = useTranslation('clients')
  const { status, name, invitedAt } = client
  if (status === 'invited' && invitedAt !== null) {
    const date = formatDayMonth(fromIso(invitedAt), viewer.timezone, currentLanguage())
    return <p className={classes.standing}>{t('banners.invited', { name, date })}</p>
  }
  if (status === 'notInvited' || status === 'declined' || status === 'expired') {
    return <p className={classes.standing}>{t(`banners.${status}`, { name })}</p>
  }
  return null
}
