import { Anchor, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDto } from '#contract/clients.ts'
import { fromIso } from '#time/clock.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { comingMoment, shortDay } from '#time/relative.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { useInSightFirst } from '#web/widgets/page/use-in-sight-first.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './ClientCards.module.css'
import { ClientMenu } from '#web/features/clients/lifecycle/ClientMenu.tsx'
import { ClientRhythm } from '#web/features/clients/components/ClientRhythm.tsx'
import { ClientStatus } from '#web/features/clients/components/ClientStatus.tsx'
import type { ClientSelection } from '#web/features/clients/bulk/use-selection.ts'

/** That of a card with a short name, in px. */
const leastHeight = () => 80

type Props = {
  clients: readonly ClientDto[]
  timezone: string
  /** While several are selected, each card has a box in the place of its picture. */
  selection?: ClientSelection | undefined
}

/** The clients as cards, where there is no room for a table. */
export function ClientCards({ clients, timezone, selection }: Props) {
  const { t } = useTranslation('clients')
  const shown = useInSightFirst(clients, leastHeight)
  return (
    <ul className={classes.cards}>
      {shown.map((client) => (
        <li key={client.id} className={classes.card}>
          {selection ? (
            <Checkbox
              size="md"
              className={classes.check}
              aria-label={t('bulk.selectOf', { name: client.fullName })}
              checked={selection.selection.has(client.id)}
              onChange={() => selection.toggle(client)}
            />
          ) : (
            <PersonAvatar name={client.fullName} lastName={client.lastName} src={client.photo?.fileURL} />
          )}
          <div className={classes.facts}>
            <Anchor
              component={Link}
              inherit
              to={paths.clientView({ clientId: client.id })}
              className={`lone-link ${classes.name}`}
            >
              {client.fullName}
            </Anchor>
            <div className={classes.line}>
              <span className={classes.state}>
                <ClientStatus status={client.status} />
                <Moment client={client} timezone={timezone} />
              </span>
              {client.tags.length > 0 && (
                <span className={classes.tags} title={client.tags.join(', ')}>
                  {client.tags[0]}
                  {client.tags.length > 1 && ` ${t('moreTags', { count: client.tags.length - 1 })}`}
                </span>
              )}
            </div>
            {/* Of an invitation the state says it all. */}
            {client.rhythm !== null && (
              <div className={classes.rhythm}>
                <ClientRhythm client={client} onOneLine />
              </div>
            )}
          </div>
          <ClientMenu client={client} inList />
        </li>
      ))}
    </ul>
  )
}

/** The one date that matters most: the next session, or else the last one. */
function Moment({
  client: { nextSessionAt, lastSessionAt },
  timezone,
}: {
  client: ClientDto
  timezone: string
}) {
  const { t } = useTranslation('clients')
  const language = currentLanguage()
  const reader = { timezone, language, now: useNow() }
  if (nextSessionAt !== null) {
    const when = comingMoment(nextSessionAt, reader, 'short')
    return <span className={classes.moment}>{t('nextShort', { when })}</span>
  }
  if (lastSessionAt === null) return null
  const when = shortDay(fromIso(lastSessionAt), reader.now, timezone, language)
  return <span className={classes.moment}>{t('lastShort', { when })}</span>
}
