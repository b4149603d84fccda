import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { fromIso } from '#time/clock.ts'
import { formatShortDate } from '#time/format.ts'
import { zoneOption } from '#time/zones.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './ClientData.module.css'

/** What is known about a person. */
export function ClientData({ client, timezone }: { client: ClientDto; timezone: string }) {
  const { t } = useTranslation('clients')
  const language = currentLanguage()
  const now = useNow()
  const date = (at: string | null) => (at === null ? null : formatShortDate(fromIso(at), timezone, language))
  const rows = [
    ['name', client.fullName],
    ['email', client.email],
    ['timezone', zoneOption(client.timezone, now, language).label],
    ['role', t(`roles.${client.role}`)],
    ['since', date(client.createdAt)],
    ['invitedAt', date(client.invitedAt)],
    ['acceptedAt', date(client.acceptedAt)],
    ['lastSession', date(client.lastSessionAt)],
  ] as const
  return (
    <Card>
      <dl className={classes.list}>
        {rows.map(([key, value]) => (
          <div key={key} className={classes.row}>
            <dt>{t(`data.${key}`)}</dt>
            <dd>{value ?? t('noneSpoken')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
