import { Button, Tooltip, UnstyledButton } from '@mantine/core'
import { IconHandStop, IconMicrophoneOff, IconScreenShare, IconVolume } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { Picture } from '../media/Picture.tsx'
import type { Quality } from '../peer/quality.ts'
import { QualitySign } from './QualitySign.tsx'
import type { Other } from '../call/call-session.ts'
import classes from './Tile.module.css'

export type Tiled = {
  name: string
  lastName: string
  photo: string | undefined
  stream: MediaStream | null
  media: Other['media']
  /** A screen is shown whole, a face fills its tile. */
  isScreen?: boolean
  isOwn?: boolean
  link?: Other['link']
  quality?: Quality
  /** The camera is on, or the screen shared, and the line does not take it. */
  isHeld?: boolean
  isLoudest?: boolean
  reaction?: string | undefined
  speaker?: string | undefined
  /** For the coach. */
  onMute?: (() => void) | undefined
}

/** A person in the call, or their screen. */
export function Tile({ size, ...tiled }: Tiled & { size?: 'small' }) {
  const { t } = useTranslation('video')
  const { name, lastName, photo, stream, media, isScreen = false, isOwn = false, link, quality } = tiled
  const [play, setPlay] = useState<(() => void) | null>(null)
  const isHeld = tiled.isHeld === true && (isScreen ? media.screen && stream === null : media.video)
  const shows = stream !== null && (isScreen ? media.screen : media.video && !isHeld)
  const shownName = isOwn ? t('tile.you') : name
  const label = isScreen ? t(isOwn ? 'tile.ownScreen' : 'tile.screen', { name }) : shownName
  const speaks = tiled.isLoudest === true && !isScreen
  const isConnecting = link !== undefined && link !== 'connected'
  return (
    <li className={classes.tile} data-size={size} data-loudest={speaks || undefined} aria-label={label}>
      {!shows && (
        <div className={classes.nobody}>
          <PersonAvatar name={`${name} ${lastName}`} lastName={lastName} src={photo} size={size ? 48 : 112} />
        </div>
      )}
      <Picture
        stream={stream}
        isSilent={isOwn || isScreen}
        isOwn={isOwn}
        speaker={tiled.speaker}
        className={classes.picture}
        data-hidden={!shows || undefined}
        data-own={(isOwn && !isScreen) || undefined}
        data-screen={isScreen || undefined}
        aria-label={label}
        aria-hidden={!shows}
        onBlocked={(again) => setPlay(() => again)}
      />
      {(isConnecting || isHeld) && (
        <p className={classes.line} role="status">
          {isConnecting ? t(link === 'lost' ? 'line.lost' : 'line.connecting', { name }) : t('line.held')}
        </p>
      )}
      {play && (
        <Button
          className={classes.sound}
          onClick={() => {
            play()
            setPlay(null)
          }}
        >
          {t('tile.sound')}
        </Button>
      )}
      {tiled.reaction !== undefined && (
        <span className={classes.reaction} aria-hidden="true">
          {tiled.reaction}
        </span>
      )}
      {media.hand && !isScreen && (
        <span className={classes.hand} title={t('tile.hand', { name: shownName })}>
          <IconHandStop size={20} aria-label={t('tile.hand', { name: shownName })} role="img" />
        </span>
      )}
      <div className={classes.foot}>
        <span className={classes.name}>
          {isScreen && <IconScreenShare size={16} aria-hidden="true" />}
          {!isScreen && !media.audio && (
            <IconMicrophoneOff size={16} role="img" aria-label={t('tile.muted')} className={classes.muted} />
          )}
          {speaks && (
            <IconVolume size={16} role="img" aria-label={t('tile.speaks')} className={classes.speaks} />
          )}
          <span className={classes.words} title={label}>
            {label}
          </span>
        </span>
        {quality !== undefined && link === 'connected' && !isScreen && <QualitySign quality={quality} />}
        {tiled.onMute && media.audio && !isScreen && (
          <Tooltip label={t('tile.mute', { name })}>
            <UnstyledButton
              className={classes.mute}
              aria-label={t('tile.mute', { name })}
              onClick={tiled.onMute}
            >
              <IconMicrophoneOff size={18} aria-hidden="true" />
            </UnstyledButton>
          </Tooltip>
        )}
      </div>
    </li>
  )
}
