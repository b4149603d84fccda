import { Collapse, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconSettings } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { CallDto } from '#contract/video/calls.ts'
import { useSessionUser } from '#web/store/store.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { DeviceSettings } from '../media/DeviceSettings.tsx'
import { MediaProblems } from '../media/MediaProblems.tsx'
import { OwnButtons } from '../media/OwnButtons.tsx'
import { Picture, useStreamOf } from '../media/Picture.tsx'
import type { MediaView, OwnMedia, Wanted } from '../media/own-media.ts'
import { Door } from './Door.tsx'
import { LobbyFrame } from './LobbyFrame.tsx'
import classes from './Lobby.module.css'

type Props = {
  session: SessionDto
  call: CallDto
  media: OwnMedia
  view: MediaView
  /** What is asked for: all at first, what was on for who comes out of the call. */
  wanted: Wanted
  onJoin: () => void
}

/** Before the room: what one looks and sounds like, who is there, and the way in. */
export function Lobby({ session, call, media, view, wanted: first, onJoin }: Props) {
  const { t } = useTranslation('video')
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [isOpen, { toggle }] = useDisclosure(isWide)
  const isClosed = call.state === 'closed' || (call.state === 'over' && !call.mayJoin)
  // Nobody is asked for a camera who cannot go in any more. A room that opens again shows what was on.
  const isAsked = useRef(false)
  const wanted = useRef(first)
  useEffect(() => {
    if (!isClosed) {
      isAsked.current = true
      void media.start(wanted.current)
    } else if (isAsked.current) {
      // The preview is gone, and with it the buttons of what it showed.
      wanted.current = media.rest()
    }
  }, [isClosed, media])

  return (
    <LobbyFrame session={session} narrow={isClosed}>
      <div className={classes.columns} data-alone={isClosed || undefined}>
        {!isClosed && (
          <div className={classes.own}>
            <Preview media={media} view={view} />
            <MediaProblems problems={view.problems} />
            <section className={classes.devices}>
              <h2 className={classes.fold}>
                <UnstyledButton onClick={toggle} aria-expanded={isOpen} className={classes.foldButton}>
                  <IconSettings size={18} aria-hidden="true" />
                  {t('devices.title')}
                  <IconChevronDown size={18} aria-hidden="true" className={classes.chevron} />
                </UnstyledButton>
              </h2>
              <Collapse expanded={isOpen}>
                <div className={classes.choices}>
                  <DeviceSettings media={media} view={view} />
                </div>
              </Collapse>
            </section>
          </div>
        )}
        <Door session={session} call={call} onJoin={onJoin} />
      </div>
    </LobbyFrame>
  )
}

function Preview({ media, view }: Pick<Props, 'media' | 'view'>) {
  const { t } = useTranslation('video')
  const { name, lastName, photo } = useSessionUser()
  const stream = useStreamOf(view.video)
  return (
    <section className={classes.preview} aria-label={t('lobby.preview')}>
      {stream ? (
        <Picture stream={stream} isSilent isOwn className={classes.picture} aria-label={t('lobby.preview')} />
      ) : (
        <div className={classes.off}>
          <PersonAvatar name={`${name} ${lastName}`} lastName={lastName} src={photo?.fileURL} size={96} />
          <p>{t(view.isAsking ? 'lobby.asking' : 'lobby.cameraOff')}</p>
        </div>
      )}
      <div className={classes.buttons}>
        <OwnButtons media={media} view={view} />
      </div>
    </section>
  )
}
