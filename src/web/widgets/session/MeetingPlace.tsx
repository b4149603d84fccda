import { Anchor } from '@mantine/core'
import { IconMapPin, IconPhone, IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import classes from './MeetingPlace.module.css'
import { useViewer } from '#web/store/viewer.ts'

type Props = {
  session: Pick<
    SessionListItem,
    'id' | 'type' | 'channel' | 'modality' | 'meetingUrl' | 'place' | 'allowedActions'
  >
  /** With the full address, or a note that it is still missing, and the way to add it for who may. */
  whole?: boolean
}

const ICONS = { online: IconVideo, inPerson: IconMapPin, phone: IconPhone }

/** Where a session is held. */
export function MeetingPlace({ session, whole = false }: Props) {
  const { t } = useTranslation('sessions')
  const PlaceIcon = ICONS[session.modality]
  return (
    <span className={classes.place}>
      <PlaceIcon size={16} aria-hidden="true" className={classes.icon} />
      <span className={classes.text}>
        {t(`channels.${session.channel}`)}
        {session.place !== null && `: ${session.place}`}
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
      </span>
    </span>
  )
}

function Missing({ session: { id, type, modality, meetingUrl, place, allowedActions } }: Props) {
  const { t } = useTranslation('sessions')
  const { side } = useViewer()
  if (modality === 'phone' || meetingUrl !== null || place !== null) return null
  if (modality === 'inPerson') return <span className={classes.missing}>{t('noPlace')}</span>
  return (
    <span className={classes.missing}>
      {t(side === 'coach' ? 'noLinkCoach' : 'noLink')}
      {allowedActions.includes('edit') && (
        <>
          {' '}
          <Anchor
            component={Link}
            inherit
            to={paths.sessionEdit({ type, sessionId: id })}
            className={classes.add}
          >
            {t('addLink')}
          </Anchor>
        </>
      )}
    </span>
  )
}
