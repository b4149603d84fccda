import { Button } from '@mantine/core'
import {
  IconArchive,
  IconCalendarX,
  IconCircleCheck,
  IconMail,
  IconPlayerPause,
  IconUserOff,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDetail } from '#contract/clients.ts'
import type { IsoInstant } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayMonth } from '#time/format.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { TRANSITIONS, isAsked } from '#web/features/clients/lifecycle/transitions.ts'
import { useInvite } from '#web/features/clients/lifecycle/use-invite.ts'
import { useClientTransition } from '#web/features/clients/lifecycle/use-transition.ts'
import { isSoon } from '#web/widgets/account/is-soon.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './ClientBanner.module.css'
import { ShareInvitation } from '#web/features/clients/lifecycle/ShareInvitation.tsx'

type InactiveStatus = Exclude<ClientDetail['status'], 'active'>

const ICONS: Record<InactiveStatus, Icon> = {
  notInvited: IconMail,
  invited: IconMail,
  declined: IconMail,
  expired: IconMail,
  paused: IconPlayerPause,
  finished: IconCircleCheck,
  archived: IconArchive,
}

/** What a status other than active means, and the next step; and the end of the person's account, before and after it. */
export function ClientBanner({ client, timezone }: { client: ClientDetail; timezone: string }) {
  const { t } = useTranslation('clients')
  const { name, status, accountEndsAt, accountEnded } = client
  const now = useNow()
  if (accountEnded) {
    return (
      <div className={classes.banner}>
        <Banner icon={<IconUserOff />} text={t('banners.accountEnded')} />
      </div>
    )
  }
  return (
    <>
      {accountEndsAt !== null && (
        <div className={classes.banner}>
          <Banner
            tone="warning"
            icon={<IconCalendarX />}
            text={t(isSoon(accountEndsAt, now) ? 'banners.accountEndsSoon' : 'banners.accountEnds', {
              name,
              date: dayOf(accountEndsAt, timezone),
            })}
          />
        </div>
      )}
      {status !== 'active' && <InactiveBanner client={client} status={status} timezone={timezone} />}
    </>
  )
}

type InactiveProps = { client: ClientDetail; status: InactiveStatus; timezone: string }

function InactiveBanner({ client, status, timezone }: InactiveProps) {
  const { t } = useTranslation('clients')
  const { name, invitedAt } = client
  const StatusIcon = ICONS[status]
  const date = invitedAt === null ? '' : dayOf(invitedAt, timezone)
  return (
    <div className={classes.banner}>
      <Banner icon={<StatusIcon />} text={t(`banners.${status}`, { name, date })}>
        <InviteButton client={client} />
        <ShareButton client={client} />
        <BackButton client={client} />
      </Banner>
    </div>
  )
}

const dayOf = (at: IsoInstant, timezone: string) => formatDayMonth(fromIso(at), timezone, currentLanguage())

function InviteButton({ client }: { client: ClientDetail }) {
  const { t } = useTranslation('common')
  const invite = useInvite(client)
  if (!invite) return null
  return (
    <LoadingButton
      size="xs"
      variant="default"
      loading={invite.running}
      loadingLabel={t('loading')}
      onClick={invite.run}
    >
      {invite.label}
    </LoadingButton>
  )
}

function ShareButton({ client }: { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  const [sharing, setSharing] = useState(false)
  if (!client.allowedActions.includes('share')) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setSharing(true)}>
        {t('share.open')}
      </Button>
      {sharing && <ShareInvitation client={client} onClose={() => setSharing(false)} />}
    </>
  )
}

/** The transition that needs no confirmation: resume, reactivate or restore. */
function BackButton({ client }: { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  const go = useClientTransition(client)
  const [moving, setMoving] = useState(false)
  const back = TRANSITIONS.find((move) => !isAsked(move) && client.allowedActions.includes(move))
  if (!back) return null
  return (
    <Button
      size="xs"
      variant="default"
      loading={moving}
      onClick={() => {
        setMoving(true)
        void go(back)
          .catch((failure: unknown) => showFailure(failure))
          .finally(() => setMoving(false))
      }}
    >
      {t(`moves.menu.${back}`)}
    </Button>
  )
}
