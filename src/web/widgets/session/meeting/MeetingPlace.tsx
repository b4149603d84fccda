import { Anchor } from '@mantine/core'
import { IconMapPin, IconPhone, IconVideo } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { needOf } from '#contract/sessions/channels.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useOpener } from '#web/ui/use-focus-back.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import classes from './MeetingPlace.module.css'
import { mapLink } from './map-link.ts'

const AddLink = lazyDialog(async () => ({ default: (await import('./AddLink.tsx')).AddLink }))

type Props = {
  session: Pick<
    SessionListItem,
    'id' | 'type' | 'channel' | 'modality' | 'meetingUrl' | 'place' | 'allowedActions'
  >
  /** With the full address, or a note that it is still missing, and the way to add it for who may. */
  whole?: boolean
}

const ICONS = { online: IconVideo, inPerson: IconMapPin, phone: IconPhone }

/** Where a session is held; a place leads to it on a map. */
export function MeetingPlace({ session, whole = false }: Props) {
  const { t } = useTranslation('sessions')
  const PlaceIcon = ICONS[session.modality]
  return (
    <div className={classes.place}>
      <PlaceIcon size={16} aria-hidden="true" className={classes.icon} />
      <div className={classes.text}>
        {t(`channels.${session.channel}`)}
        {session.place !== null && (
          <>
            {': '}
            <Anchor
              inherit
              underline="always"
              href={mapLink(session.place)}
              target="_blank"
              rel="noopener noreferrer"
              className={classes.map}
            >
              {session.place}
            </Anchor>
          </>
        )}
        {whole && session.meetingUrl !== null && (
          <Anchor
            href={session.meetingUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={classes.link}
          >
            {session.meetingUrl}
          </Anchor>
        )}
        {whole && <Missing session={session} />}
      </div>
    </div>
  )
}

function Missing({ session }: Props) {
  const { t } = useTranslation('sessions')
  const { side } = useViewer()
  const [isAdding, setAdding] = useState(false)
  const opener = useOpener(isAdding)
  const { channel, meetingUrl, place, allowedActions } = session
  const need = needOf(channel)
  if (need === 'nothing' || meetingUrl !== null || place !== null) return null
  if (need === 'place') return <span className={classes.missing}>{t('noPlace')}</span>
  return (
    <div className={classes.missing}>
      {t(side === 'coach' ? 'noLinkCoach' : 'noLink')}{' '}
      {isAdding ? (
        <Suspense>
          <AddLink session={session} onClose={() => setAdding(false)} />
        </Suspense>
      ) : (
        allowedActions.includes('edit') && (
          <Anchor
            component="button"
            type="button"
            inherit
            ref={opener}
            onClick={() => setAdding(true)}
            className={classes.add}
          >
            {t('addLink')}
          </Anchor>
        )
      )}
    </div>
  )
}
