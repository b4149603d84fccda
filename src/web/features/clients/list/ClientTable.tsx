import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientDto, ClientSort } from '#contract/clients.ts'
import { shareOf } from '#web/features/clients/bulk/selection.ts'
import type { ClientSelection } from '#web/features/clients/bulk/use-selection.ts'
import type { ClientList } from './client-list.ts'
import { ClientMenu } from '#web/features/clients/lifecycle/ClientMenu.tsx'
import { ClientMoment, Nothing } from './ClientMoment.tsx'
import { ClientPerson } from './ClientPerson.tsx'
import { ClientRhythm } from '#web/features/clients/components/ClientRhythm.tsx'
import { ClientStatus } from '#web/features/clients/components/ClientStatus.tsx'
import classes from './ClientTable.module.css'

const COLUMNS = ['name', 'status', 'nextSession', 'lastSession', 'openActions', 'rhythm'] as const
type Column = (typeof COLUMNS)[number]

type Props = {
  clients: readonly ClientDto[]
  timezone: string
  list: ClientList
  onSort: (sort: ClientSort) => void
  onTag: (tag: string) => void
  selection: ClientSelection
}

/** The clients as a table; its headings sort it. */
export function ClientTable({ clients, timezone, list, onSort, onTag, selection }: Props) {
  const { t } = useTranslation('clients')
  const share = shareOf(selection.selection, clients)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col" className={classes.check}>
            <Checkbox
              aria-label={t('bulk.selectPage')}
              checked={share === 'all'}
              indeterminate={share === 'some'}
              onChange={() => selection.togglePage(clients)}
            />
          </th>
          {COLUMNS.map((column) => (
            <Heading key={column} column={column} list={list} onSort={onSort} />
          ))}
          <th scope="col" className={classes.menu}>
            <VisuallyHidden>{t('columns.menu')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <tr key={client.id} data-chosen={selection.selection.has(client.id) || undefined}>
            <td className={classes.check}>
              <Checkbox
                aria-label={t('bulk.selectOf', { name: client.fullName })}
                checked={selection.selection.has(client.id)}
                onChange={() => selection.toggle(client)}
              />
            </td>
            <td>
              <ClientPerson client={client} onTag={onTag} />
            </td>
            <td>
              <ClientStatus status={client.status} />
            </td>
            <td>
              <ClientMoment at={client.nextSessionAt} timezone={timezone} coming />
            </td>
            <td>
              <ClientMoment at={client.lastSessionAt} timezone={timezone} />
            </td>
            <td className={classes.number}>{client.openActions}</td>
            <td>
              {client.rhythm === null && client.attention.length === 0 ? (
                <Nothing />
              ) : (
                <ClientRhythm client={client} onOneLine />
              )}
            </td>
            <td className={classes.menu}>
              <ClientMenu client={client} inList />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const SHORTENED = ['nextSession', 'lastSession', 'openActions'] as const

/** Whether the heading of a narrow column is shorter than its name, which the tooltip has. */
const isShortened = (column: Column): column is (typeof SHORTENED)[number] =>
  SHORTENED.some((each) => each === column)

type HeadingProps = Pick<Props, 'list' | 'onSort'> & { column: Column }

function Heading({ column, list, onSort }: HeadingProps) {
  const { t } = useTranslation('clients')
  const direction = list.sort === column ? list.direction : undefined
  const order = direction && ({ asc: 'ascending', desc: 'descending' } as const)[direction]
  const OrderIcon = direction ? { asc: IconArrowUp, desc: IconArrowDown }[direction] : IconArrowsSort
  return (
    <th
      scope="col"
      className={classes[column]}
      aria-sort={order ?? 'none'}
      data-number={column === 'openActions' || undefined}
    >
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort(column)}
        title={t(`columns.${column}`)}
        aria-label={t(`columns.${column}`)}
      >
        <span className={classes.label}>
          {t(isShortened(column) ? `columns.${column}Short` : `columns.${column}`)}
        </span>
        <OrderIcon
          size={15}
          aria-hidden="true"
          className={classes.order}
          data-on={order !== undefined || undefined}
        />
      </UnstyledButton>
    </th>
  )
}
