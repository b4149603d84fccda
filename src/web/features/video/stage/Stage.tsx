import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { PeerId } from '#contract/values.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useStreamOf } from '../media/Picture.tsx'
import type { MediaView } from '../media/own-media.ts'
import { Tile, type Tiled } from './Tile.tsx'
import type { CallSession, CallView, Other } from '../call/call-session.ts'
import { type StageChoice, type StageLayout, layoutOf, stripOf } from './stage-layout.ts'
import { useLoudest } from './use-loudest.ts'
import { useReaction } from './use-reaction.ts'
import { useSizes } from './use-sizes.ts'
import classes from './Stage.module.css'

type Props = {
  session: SessionDto
  call: CallSession | undefined
  view: CallView
  own: MediaView
  hand: boolean
  choice: StageChoice
}

type Key = PeerId | 'own'

/** Everybody in the call. */
export function Stage({ session, call, view, own, hand, choice }: Props) {
  const { t } = useTranslation('video')
  const { side, userId } = useViewer()
  const loudest = useLoudest(view.others)
  const reaction = useReaction(view.reaction)
  const { others } = view
  const sharesOwn = own.screen !== null
  const layout = layoutOf(others, { choice, loudest, sharesOwn })
  useSizes(call, layout, others, loudest)
  const ownTile = useOwnTile(own, hand)
  const isKnown = others.some(({ peerId }) => peerId === reaction?.from)
  const reactionOf = (key: Key) =>
    reaction && (key === 'own' ? !isKnown : reaction.from === key) ? reaction.reaction : undefined
  const tileOf = (other: Other): Tiled => ({
    name: other.name,
    lastName: other.lastName,
    photo: other.photo?.fileURL,
    stream: other.camera,
    media: other.media,
    link: other.link,
    quality: other.quality,
    isHeld: other.isCameraHeld,
    isLoudest: others.length > 1 && other.peerId === loudest && other.media.audio,
    reaction: reactionOf(other.peerId),
    speaker: own.chosen.speaker?.id,
    onMute: side === 'coach' ? () => call?.mute(other.peerId) : undefined,
  })
  const screens = others.filter(({ media }) => media.screen)
  const faces = others
    .filter((other) => other.userId !== userId)
    .map((other) => <Tile key={other.userId} {...tileOf(other)} {...small(layout, 'person', other.peerId)} />)
  return (
    <ul
      className={classes.stage}
      data-kind={layout.kind}
      data-what={layout.kind === 'large' ? layout.what : undefined}
      style={columnsOf(layout) ?? { '--strip': stripOf(others, layout, sharesOwn) }}
      aria-label={t('stage.label')}
      // Where it scrolls, it does so by keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={layout.kind === 'grid' || layout.kind === 'large' ? 0 : undefined}
    >
      {screens.map((other) => (
        <Tile
          key={`screen ${other.userId}`}
          {...tileOf(other)}
          stream={other.screen}
          isScreen
          {...small(layout, 'screen', other.peerId)}
        />
      ))}
      {faces}
      <Tile
        {...ownTile.face}
        {...(view.quality !== undefined && { link: 'connected', quality: view.quality })}
        reaction={reactionOf('own')}
        {...(layout.kind !== 'grid' && layout.kind !== 'alone' && { size: 'small' as const })}
      />
      {sharesOwn && <Tile {...ownTile.screen} {...(layout.kind === 'large' && { size: 'small' as const })} />}
      {/* Before one is in, nobody knows who is. */}
      {layout.kind === 'alone' && view.state !== 'joining' && (
        <li className={classes.waiting}>
          {t(session.type === 'Group' ? 'stage.aloneGroup' : 'stage.alone', {
            name: side === 'coach' ? (session.client?.name ?? '') : session.coach.name,
          })}
        </li>
      )}
    </ul>
  )
}

function useOwnTile(own: MediaView, hand: boolean): { face: Tiled; screen: Tiled } {
  const { name, lastName, photo } = useSessionUser()
  const camera = useStreamOf(own.video)
  const shared = useStreamOf(own.screen)
  const media = {
    audio: own.audio !== null && !own.isMuted,
    video: own.video !== null,
    screen: own.screen !== null,
    hand,
  }
  const face: Tiled = { name, lastName, photo: photo?.fileURL, stream: camera, media, isOwn: true }
  return { face, screen: { ...face, stream: shared, isScreen: true } }
}

/** Whether somebody's face or screen is in the strip or the corner. */
function small(layout: StageLayout, what: 'person' | 'screen', peerId: PeerId): { size?: 'small' } {
  if (layout.kind !== 'large') return {}
  return layout.what === what && layout.of === peerId ? {} : { size: 'small' }
}

function columnsOf(layout: StageLayout): Record<string, number> | undefined {
  if (layout.kind !== 'grid') return undefined
  return { '--wide': layout.columns.wide, '--narrow': layout.columns.narrow }
}
