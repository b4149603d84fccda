import '@mantine/core/styles/Table.css'
import { Anchor, Table, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDto } from '#contract/clients.ts'
import { fromIso } from '#time/clock.ts'
import { formatClock, formatShortDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { paths } from '#web/paths.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { ClientMenu } from './ClientMenu.tsx'
import { ClientStatus } from './ClientStatus.tsx'
import classes from './ClientTable.module.css'

type Props = { clients: readonly ClientDto[]; timezone: string }

/** The people of a practice: a table, and cards where there is no room for one. */
export function ClientTable({ clients, timezone }: Props) {
  const { t } = useTranslation('clients')
  return (
    <div className={classes.room}>
      <Table
        className={classes.table}
        verticalSpacing="sm"
        borderColor="var(--norte-line)"
        highlightOnHover
        highlightOnHoverColor="var(--norte-hover)"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('columns.client')}</Table.Th>
            <Table.Th scope="col">{t('columns.status')}</Table.Th>
            <Table.Th scope="col">{t('columns.next')}</Table.Th>
            <Table.Th scope="col">{t('columns.last')}</Table.Th>
            <Table.Th scope="col" className={classes.number}>
              {t('columns.actions')}
            </Table.Th>
            <Table.Th scope="col" className={classes.menu}>
              <VisuallyHidden>{t('columns.menu')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {clients.map((client) => (
            <Table.Tr key={client.id}>
              <Table.Td>
                <Person client={client} />
              </Table.Td>
              <Table.Td>
                <ClientStatus status={client.status} />
              </Table.Td>
              <Table.Td className="tabular">
                <Moment at={client.nextSessionAt} timezone={timezone} withTime />
              </Table.Td>
              <Table.Td className="tabular">
                <Moment at={client.lastSessionAt} timezone={timezone} />
              </Table.Td>
              <Table.Td className={classes.number}>{client.openActions}</Table.Td>
              <Table.Td className={classes.menu}>
                <ClientMenu client={client} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ul className={classes.cards}>
        {clients.map((client) => (
          <li key={client.id} className={classes.card}>
            <div className={classes.cardHead}>
              <Person client={client} />
              <ClientMenu client={client} />
            </div>
            <div className={classes.cardMeta}>
              <ClientStatus status={client.status} />
              <span className="tabular">
                {client.nextSessionAt
                  ? t('nextSession', { when: momentText(client.nextSessionAt, timezone, true) })
                  : t('noNextSession')}
              </span>
              {client.openActions > 0 && <span>{t('openActions', { count: client.openActions })}</span>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Person({ client }: { client: ClientDto }) {
  return (
    <div className={classes.person}>
      <PersonAvatar name={client.fullName} src={client.photo?.fileURL} />
      <div className={classes.names}>
        <Anchor
          component={Link}
          inherit
          to={paths.clientView({ clientId: client.id })}
          className={`lone-link ${classes.name}`}
        >
          {client.fullName}
        </Anchor>
        <span className={classes.email}>{client.email}</span>
      </div>
    </div>
  )
}

function Moment({
  at,
  timezone,
  withTime = false,
}: {
  at: string | null
  timezone: string
  withTime?: boolean
}) {
  const { t } = useTranslation('clients')
  if (at === null) {
    return (
      <span className={classes.none} role="img" aria-label={t('noneSpoken')}>
        {t('none')}
      </span>
    )
  }
  return <time dateTime={at}>{momentText(at, timezone, withTime)}</time>
}

function momentText(at: string, timezone: string, withTime: boolean): string {
  const ms = fromIso(at)
  const language = currentLanguage()
  const date = formatShortDate(ms, timezone, language)
  return withTime ? `${date}, ${formatClock(ms, timezone, language)}` : date
}
