import { ActionIcon, Button } from '@mantine/core'
import {
  IconBrandWhatsapp,
  IconBriefcase,
  IconCalendarEvent,
  IconClock,
  IconMail,
  IconMessage,
  IconPhone,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { ClientDetail } from '#contract/clients.ts'
import { formatClock } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { mailLink, phoneLink, whatsappLink } from '#web/widgets/contact-links.ts'
import { comingMoment } from '#time/relative.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './ClientHeader.module.css'
import { ClientStatus } from '#web/features/clients/components/ClientStatus.tsx'
import { ClientTags } from '#web/features/clients/components/ClientTags.tsx'

type Props = { client: ClientDetail; viewer: Viewer }

/** Name, local time, contacts and next session of a client. */
export function ClientHeader({ client, viewer }: Props) {
  const { t } = useTranslation('clients')
  const navigate = useNavigate()
  const { role, jobOcuppation, companyName } = client
  const work = [role === 'client' ? null : t(`roles.${role}`), jobOcuppation, companyName].filter(Boolean)
  return (
    <Card className={classes.header}>
      <PersonAvatar name={client.fullName} lastName={client.lastName} src={client.photo?.fileURL} size={64} />
      <div className={classes.facts}>
        <div className={classes.line}>
          <ClientStatus status={client.status} />
          {work.length > 0 && <Fact FactIcon={IconBriefcase}>{work.join(' · ')}</Fact>}
        </div>
        <div className={classes.line}>
          <LocalTime client={client} viewer={viewer} />
          <NextSession client={client} viewer={viewer} />
        </div>
        <ClientTags tags={client.tags} onPick={(tag) => void navigate(paths.clients({ tag }))} />
      </div>
      <Contact client={client} />
    </Card>
  )
}

function Fact({ FactIcon, children }: { FactIcon: Icon; children: ReactNode }) {
  return (
    <span className={classes.fact}>
      <FactIcon size={16} aria-hidden="true" />
      <span className="tabular">{children}</span>
    </span>
  )
}

function LocalTime({ client, viewer }: Props) {
  const { t } = useTranslation('clients')
  const now = useNow()
  const same = offsetMinutes(client.timezone, now) === offsetMinutes(viewer.timezone, now)
  return (
    <Fact FactIcon={IconClock}>
      {t(same ? 'sameTime' : 'localTime', { time: formatClock(now, client.timezone, currentLanguage()) })}
    </Fact>
  )
}

function NextSession({ client: { nextSessionAt }, viewer: { timezone } }: Props) {
  const { t } = useTranslation('clients')
  const reader = { timezone, language: currentLanguage(), now: useNow() }
  if (nextSessionAt === null) return <Fact FactIcon={IconCalendarEvent}>{t('noNextSession')}</Fact>
  const when = comingMoment(nextSessionAt, reader, 'long')
  return <Fact FactIcon={IconCalendarEvent}>{t('nextSession', { when })}</Fact>
}

/** The known ways to contact a client, each a link; to the conversation with them first. */
function Contact({ client }: { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  const { name, email } = client
  const phone = phoneLink(client.phone)
  const whatsapp = whatsappLink(client.whatsapp, client.country)
  return (
    <div className={classes.contact}>
      {email !== '' && (
        <a href={mailLink(email)} className={classes.mail} title={email}>
          <IconMail size={18} aria-hidden="true" />
          <span>{email}</span>
        </a>
      )}
      <div className={classes.ways}>
        <Button
          component={Link}
          variant="default"
          to={paths.messagesOf({ type: 'Client', itemId: client.id })}
          leftSection={<IconMessage size={16} aria-hidden="true" />}
        >
          {t('message')}
        </Button>
        {whatsapp !== undefined && (
          <ActionIcon
            component="a"
            href={whatsapp}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            size="input-sm"
            aria-label={t('whatsappOf', { name })}
            title={client.whatsapp ?? undefined}
          >
            <IconBrandWhatsapp size={20} aria-hidden="true" />
          </ActionIcon>
        )}
        {phone !== undefined && (
          <ActionIcon
            component="a"
            href={phone}
            variant="default"
            size="input-sm"
            aria-label={t('phoneOf', { name })}
            title={client.phone ?? undefined}
          >
            <IconPhone size={20} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </div>
  )
}
