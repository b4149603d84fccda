import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MediaView, OwnMedia } from './own-media.ts'
import { RoundButton } from './RoundButton.tsx'

/** Switches the own microphone and camera. */
export function OwnButtons({ media, view }: { media: OwnMedia; view: MediaView }) {
  const { t } = useTranslation('video')
  const speaks = view.audio !== null && !view.isMuted
  const shows = view.video !== null
  return (
    <>
      <RoundButton
        label={t(speaks ? 'own.mute' : 'own.unmute')}
        look={speaks ? 'on' : 'off'}
        icon={speaks ? <IconMicrophone size={24} /> : <IconMicrophoneOff size={24} />}
        onClick={() => void media.setAudio(!speaks)}
      />
      <RoundButton
        label={t(shows ? 'own.hide' : 'own.show')}
        look={shows ? 'on' : 'off'}
        icon={shows ? <IconVideo size={24} /> : <IconVideoOff size={24} />}
        onClick={() => void media.setVideo(!shows)}
      />
    </>
  )
}
