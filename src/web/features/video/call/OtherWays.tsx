import { Button } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import type { CoachPage } from '#contract/coaches.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { phoneLink, whatsappLink } from '#web/widgets/contact-links.ts'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { coachQuery } from '#web/widgets/queries/coach.queries.ts'
import { contactHref, opensTab } from '#web/widgets/shown-contacts.ts'
import classes from './CallFrame.module.css'

/** Links that take longer to load are not waited for: the server may be what is out of reach. */
const LATE_MS = 2_000

const MEETING_KINDS = ['whatsapp', 'phone', 'zoom', 'meet', 'teams', 'skype', 'facetime'] as const
type Way = { kind: (typeof MEETING_KINDS)[number]; href: string }

/** When picture and sound do not connect: how else the two can talk now (product §10). */
export function OtherWays({ session }: { session: SessionDto }) {
  const { t } = useTranslation(['video', 'sessions'])
  const { ways, isLoading } = useWays(session)
  const [isLate, setLate] = useState(false)
  useTimeout(() => setLate(true), LATE_MS, { autoInvoke: true })
  if (isLoading && !isLate) return null
  return (
    <div className={classes.ways} role="alert">
      <Banner
        icon={<IconPlugConnectedX size={20} />}
        tone="warning"
        text={t(ways.length > 0 ? 'stuck.ways' : 'stuck.noWays')}
      >
        <div className={classes.wayLinks}>
          {ways.map(({ kind, href }) => (
            <Button
              key={kind}
              component="a"
              href={href}
              size="xs"
              variant="default"
              {...(opensTab(href) && { target: '_blank', rel: 'noopener noreferrer' })}
            >
              {t(`sessions:channels.${kind}`)}
            </Button>
          ))}
        </div>
      </Banner>
    </div>
  )
}

/** A client has what their coach shows; a coach the client's numbers. */
function useWays({ clientId }: SessionDto): { ways: Way[]; isLoading: boolean } {
  const { side, coachId } = useViewer()
  const isCoach = side === 'coach'
  const coach = useQuery({ ...coachQuery(coachId), enabled: !isCoach })
  const client = useQuery({ ...clientQuery(clientId ?? ''), enabled: isCoach && clientId !== null })
  return {
    ways: isCoach ? ofClient(client.data) : ofCoach(coach.data),
    isLoading: coach.isLoading || client.isLoading,
  }
}

function ofClient(client: ClientDto | undefined): Way[] {
  const whatsapp = whatsappLink(client?.whatsapp ?? null, client?.country)
  const phone = phoneLink(client?.phone ?? client?.whatsapp ?? null)
  return [
    ...(whatsapp === undefined ? [] : [{ kind: 'whatsapp' as const, href: whatsapp }]),
    ...(phone === undefined ? [] : [{ kind: 'phone' as const, href: phone }]),
  ]
}

function ofCoach(coach: CoachPage | undefined): Way[] {
  return MEETING_KINDS.flatMap((kind) => {
    const contact = coach?.contacts.find((each) => each.kind === kind)
    const href = contact && coach && contactHref(contact, coach.country)
    return href === undefined ? [] : [{ kind, href }]
  })
}
