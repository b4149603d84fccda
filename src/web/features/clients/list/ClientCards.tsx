import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { fromIso } from '#time/clock.ts'
import { formatShortDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { comingMoment } from '#time/relative.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './ClientCards.module.css'
import { ClientMenu } from '#web/features/clients/lifecycle/ClientMenu.tsx'
import { ClientPerson } from './ClientPerson.tsx'
import { ClientRhythm } from '#web/features/clients/components/ClientRhythm.tsx'
import { ClientStatus } from '#web/features/clients/components/ClientStatus.tsx'

type Props = { clients: readonly ClientDto[]; timezone: string; onTag: (tag: string) => void }

/** The clients as cards, where there is no room for a table. */
export function ClientCards({ clients, timezone, onTag }: Props) {
  return (
    <ul className={classes.cards}>
      {clients.map((client) => (
        <li key={client.id} className={classes.card}>
          <div className={classes.head}>
            <ClientPerson client={client} onTag={onTag} />
            <ClientMenu client={client} inList />
          </div>
          <Facts client={client} timezone={timezone} />
        </li>
      ))}
    </ul>
  )
}

function Facts({ client, timezone }: { client: ClientDto; timezone: string }) {
  const { t } = useTranslation('clients')
  const { nextSessionAt, lastSessionAt, openActions } = client
  const language = currentLanguage()
  const day = (at: string) => formatShortDate(fromIso(at), timezone, language)
  const reader = { timezone, language, now: useNow() }
  return (
    <div className={classes.facts}>
      <div className={classes.line}>
        <ClientStatus status={client.status} />
        <span>{openActions === 0 ? t('noOpenActions') : t('openActions', { count: openActions })}</span>
      </div>
      {nextSessionAt !== null && (
        <span className="tabular">
          {t('nextSession', { when: comingMoment(nextSessionAt, reader, 'short') })}
        </span>
      )}
      {lastSessionAt !== null && (
        <span className="tabular">{t('lastSession', { when: day(lastSessionAt) })}</span>
      )}
      <ClientRhythm client={client} />
    </div>
  )
}
