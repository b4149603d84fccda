import { Button } from '@mantine/core'
import { IconLock, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDetail } from '#contract/clients.ts'
import { isCalendarDate } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { formatShortDate } from '#time/format.ts'
import { zoneOption } from '#time/zone-names.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { countriesQuery } from '#web/widgets/forms/residence.queries.ts'
import { countryOptions } from '#web/widgets/forms/residence-options.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './ClientData.module.css'
import { ClientTags } from '#web/features/clients/components/ClientTags.tsx'

type Props = { client: ClientDetail; timezone: string }

/** All data of a client by subject; marks what only the coach can see. */
export function ClientData({ client, timezone }: Props) {
  const { t } = useTranslation('clients')
  const language = currentLanguage()
  const now = useNow()
  const date = (at: string | null) => (at === null ? null : formatShortDate(fromIso(at), timezone, language))
  const { startDate } = client
  return (
    <div className={classes.cards}>
      <Facts
        title={t('groups.who')}
        aside={!client.accountEnded && <EditLink client={client} />}
        facts={[
          [t('data.name'), client.fullName],
          [t('role'), t(`roles.${client.role}`)],
          [t('jobOcuppation'), client.jobOcuppation],
          [t('companyName'), client.companyName],
        ]}
      />
      <Facts
        title={t('groups.contact')}
        facts={[
          [t('email'), client.email],
          [t('whatsapp'), client.whatsapp],
          [t('phone'), client.phone],
          [t('data.residence'), <ResidenceOf key="residence" client={client} />],
          [t('timezone'), zoneOption(client.timezone, now, language).label],
        ]}
      />
      <Facts
        title={t('groups.process')}
        facts={[
          [
            t('startDate'),
            startDate && isCalendarDate(startDate) ? formatShortDate(startDate, timezone, language) : null,
          ],
          [t('data.since'), date(client.createdAt)],
          [t('data.invitedAt'), date(client.invitedAt)],
          [t('data.acceptedAt'), date(client.acceptedAt)],
          [t('columns.lastSession'), date(client.lastSessionAt)],
          [t('objective'), client.objective],
        ]}
      />
      <Facts
        title={t('groups.yours')}
        aside={
          <span className={classes.lock}>
            <IconLock size={16} aria-hidden="true" />
            {t('groups.yoursHint')}
          </span>
        }
        facts={[
          [t('tags'), client.tags.length > 0 && <ClientTags key="tags" tags={client.tags} />],
          [t('source'), client.source],
          [t('emergencyContact'), client.emergencyContact],
        ]}
      />
    </div>
  )
}

type FactsProps = {
  title: string
  aside?: ReactNode
  /** Label and value; a missing value is announced. */
  facts: readonly (readonly [label: string, value: ReactNode])[]
}

function Facts({ title, aside, facts }: FactsProps) {
  const { t } = useTranslation('clients')
  return (
    <Card title={title} aside={aside}>
      <dl className={classes.list}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.row}>
            <dt>{label}</dt>
            <dd data-none={!value || undefined}>{value || t('data.none')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** City and country; the country by its name in the viewer's language once that is loaded. */
function ResidenceOf({ client: { city, country } }: { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  const { data: countries = [] } = useQuery({ ...countriesQuery, enabled: country !== null })
  const known = countryOptions(countries, currentLanguage()).find(({ value }) => value === country)
  return [city, known?.label ?? country].filter(Boolean).join(', ') || t('data.none')
}

function EditLink({ client }: { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  return (
    <Button
      component={Link}
      to={paths.clientEdit({ clientId: client.id })}
      variant="default"
      size="xs"
      leftSection={<IconPencil size={16} aria-hidden="true" />}
    >
      {t('edit')}
    </Button>
  )
}
