import { Menu, Modal, Popover, UnstyledButton } from '@mantine/core'
import {
  IconDots,
  IconHandStop,
  IconLayoutGrid,
  IconMoodSmile,
  IconPhoneOff,
  IconPhoneX,
  IconPictureInPicture,
  IconScreenShare,
  IconScreenShareOff,
  IconSettings,
  IconUser,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { REACTIONS } from '#contract/video/reactions.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { foot } from '#web/ui/layout/foot.ts'
import { DeviceSettings } from '../media/DeviceSettings.tsx'
import { OwnButtons } from '../media/OwnButtons.tsx'
import { RoundButton } from '../media/RoundButton.tsx'
import type { MediaView, OwnMedia } from '../media/own-media.ts'
import type { CallSession } from './call-session.ts'
import { canPutAside, toggleAside, useAsideOfOtherTabs, useIsAside } from '../media/picture-aside.ts'
import type { StageChoice } from '../stage/stage-layout.ts'
import classes from './CallFrame.module.css'

type Props = {
  session: SessionDto
  call: CallSession | undefined
  media: OwnMedia
  own: MediaView
  hand: boolean
  onHand: (hand: boolean) => void
  choice: StageChoice
  onChoice: (choice: StageChoice) => void
  /** More than two people. */
  isGroup: boolean
}

/** What one can do in a call, in reach of a thumb. */
export function Controls({ call, media, own, hand, onHand, choice, onChoice, isGroup }: Props) {
  const { t } = useTranslation(['video', 'common'])
  const [isChoosing, setChoosing] = useState(false)
  const canShare = 'getDisplayMedia' in (navigator.mediaDevices ?? {})
  const shares = own.screen !== null
  const isAside = useIsAside()
  useAsideOfOtherTabs()
  return (
    <div ref={foot} className={classes.controls} role="toolbar" aria-label={t('controls.label')}>
      <OwnButtons media={media} view={own} />
      {canShare && (
        <RoundButton
          label={t(shares ? 'controls.stopSharing' : 'controls.share')}
          look={shares ? 'active' : 'on'}
          icon={shares ? <IconScreenShareOff size={24} /> : <IconScreenShare size={24} />}
          onClick={() => {
            if (shares) media.stopSharing()
            else void media.shareScreen().catch(() => setAlert(t('controls.notShared'), 'error'))
          }}
        />
      )}
      <RoundButton
        label={t(hand ? 'controls.lowerHand' : 'controls.raiseHand')}
        look={hand ? 'active' : 'on'}
        icon={<IconHandStop size={24} />}
        onClick={() => onHand(!hand)}
      />
      <Reactions call={call} />
      <Menu position="top" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <RoundButton label={t('controls.more')} icon={<IconDots size={24} />} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconSettings size={18} />} onClick={() => setChoosing(true)}>
            {t('devices.title')}
          </Menu.Item>
          {canPutAside() && (
            <Menu.Item
              leftSection={<IconPictureInPicture size={18} />}
              onClick={() => void toggleAside().catch(() => setAlert(t('controls.notAside'), 'error'))}
            >
              {t(isAside ? 'controls.backInPage' : 'controls.aside')}
            </Menu.Item>
          )}
          {isGroup && (
            <Menu.Item
              leftSection={choice === 'grid' ? <IconUser size={18} /> : <IconLayoutGrid size={18} />}
              onClick={() => onChoice(choice === 'grid' ? 'speaker' : 'grid')}
            >
              {t(choice === 'grid' ? 'controls.speaker' : 'controls.grid')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Leave call={call} />
      <Modal
        opened={isChoosing}
        onClose={() => setChoosing(false)}
        title={t('devices.title')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <DeviceSettings media={media} view={own} />
      </Modal>
    </div>
  )
}

function Reactions({ call }: Pick<Props, 'call'>) {
  const { t } = useTranslation('video')
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" trapFocus returnFocus>
      <Popover.Target>
        <RoundButton
          label={t('controls.react')}
          icon={<IconMoodSmile size={24} />}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('controls.react')}>
        <div className={classes.emojis}>
          {REACTIONS.map((reaction) => (
            <UnstyledButton
              key={reaction}
              className={classes.emoji}
              onClick={() => {
                call?.react(reaction)
                setOpen(false)
              }}
            >
              {reaction}
            </UnstyledButton>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A client leaves; a coach leaves the others in it, or ends it for all. */
function Leave({ call }: Pick<Props, 'call'>) {
  const { t } = useTranslation(['video', 'common'])
  const { side } = useViewer()
  const [isLeaving, setLeaving] = useState(false)
  const leave = (forAll: boolean) => {
    setLeaving(true)
    call?.leave({ forAll }).catch(() => {
      setLeaving(false)
      setAlert(t('controls.notEnded'), 'error')
    })
  }
  const isDisabled = isLeaving || !call
  if (side === 'client') {
    return (
      <RoundButton
        label={t('controls.leave')}
        look="danger"
        icon={<IconPhoneOff size={24} />}
        disabled={isDisabled}
        onClick={() => leave(false)}
      />
    )
  }
  return (
    <Menu position="top-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <RoundButton
          label={t('controls.leave')}
          look="danger"
          icon={<IconPhoneOff size={24} />}
          disabled={isDisabled}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPhoneOff size={18} />} onClick={() => leave(false)}>
          {t('controls.leaveOnly')}
        </Menu.Item>
        <Menu.Item c="negative" leftSection={<IconPhoneX size={18} />} onClick={() => leave(true)}>
          {t('controls.endForAll')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
