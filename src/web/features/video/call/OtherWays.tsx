import { Button } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import type { CoachPage } from '#contract/coaches.ts'
import { type Links as MeetingLinks, ownLink } from '#contract/links/meeting-links.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { useSessionUser } from '#web/store/store.ts'
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
/** Of these a coach may have an address that others can open too; at a number the coach is called. */
const OWN_KINDS = ['zoom', 'meet', 'teams', 'skype', 'facetime'] as const
type Way = { kind: (typeof MEETING_KINDS)[number]; href: string }

type Props = {
  session: SessionDto
  /** Picture and sound have had their time; until then only an SFU that is away is told. */
  isStuck: boolean
  /** Another network is no help then. */
  isSfuAway: boolean
}

/** When picture and sound do not connect: how else the two can talk now (product §10). */
export function OtherWays({ session, isStuck, isSfuAway }: Props) {
  const { t } = useTranslation('video')
  const { ways, own, isLoading } = useWays(session)
  const [isLate, setLate] = useState(false)
  useTimeout(() => setLate(true), LATE_MS, { autoInvoke: true })
  const offers = isStuck && (!isLoading || isLate)
  if (!offers && !isSfuAway) return null
  const isOffered = offers && ways.length + own.length > 0
  const offered = ways.length > 0 ? 'ways' : 'own'
  const text = isSfuAway
    ? t(isOffered ? `sfu.${offered}` : 'sfu.away')
    : t(isOffered ? `stuck.${offered}` : 'stuck.noWays')
  // One alert whose words change: another one would be read out again.
  return (
    <div className={classes.ways} role="alert">
      <Banner icon={<IconPlugConnectedX size={20} />} tone="warning" text={text}>
        {isOffered && (
          <>
            <Links ways={ways} />
            {ways.length > 0 && own.length > 0 && <p className={classes.ownWays}>{t('stuck.alsoOwn')}</p>}
            <Links ways={own} />
          </>
        )}
      </Banner>
    </div>
  )
}

function Links({ ways }: { ways: readonly Way[] }) {
  const { t } = useTranslation('sessions')
  if (ways.length === 0) return null
  return (
    <div className={classes.wayLinks}>
      {ways.map(({ kind, href }) => (
        <Button
          key={kind}
          component="a"
          href={href}
          size="sm"
          variant="default"
          {...(opensTab(href) && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {t(`channels.${kind}`)}
        </Button>
      ))}
    </div>
  )
}

/**
 * A client has what their coach shows; a coach the client's numbers, and their own meetings, whose addresses they pass on: of a
 * group these are all, because nobody sees the numbers of its members.
 */
function useWays({ clientId }: SessionDto): { ways: Way[]; own: Way[]; isLoading: boolean } {
  const { side, coachId } = useViewer()
  const user = useSessionUser()
  const isCoach = side === 'coach'
  const coach = useQuery({ ...coachQuery(coachId), enabled: !isCoach })
  const client = useQuery({ ...clientQuery(clientId ?? ''), enabled: isCoach && clientId !== null })
  return {
    ways: isCoach ? ofClient(client.data) : ofCoach(coach.data),
    own: isCoach ? ownWays(user) : [],
    isLoading: coach.isLoading || client.isLoading,
  }
}

function ownWays(links: MeetingLinks): Way[] {
  return OWN_KINDS.flatMap((kind) => {
    const href = ownLink(kind, links)
    return href === '' ? [] : [{ kind, href }]
  })
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
