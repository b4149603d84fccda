import '#web/ui/theme/kit-switch.ts'
import { Button, Select, Switch } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './DeviceSettings.module.css'
import type { KeptDevice } from '#web/storage.ts'
import type { MediaView, OwnMedia } from './own-media.ts'
import { playTest } from './speaker-test.ts'
import { useLevel } from './use-level.ts'

/** Which camera, microphone and speaker: chosen once, remembered on this machine. */
export function DeviceSettings({ media, view }: { media: OwnMedia; view: MediaView }) {
  const { t } = useTranslation('video')
  const { devices, chosen } = view
  const [isPlaying, setPlaying] = useState(false)
  const usedIn = (track: MediaStreamTrack | null, kept: KeptDevice | undefined) =>
    track?.getSettings().deviceId ?? kept?.id
  return (
    <div className={classes.settings}>
      <Choice
        label={t('devices.camera')}
        none={t('devices.none.camera')}
        devices={devices.cameras}
        chosen={usedIn(view.video, chosen.camera)}
        onChoose={(device) => void media.choose('camera', device)}
      />
      {view.canBlur && (
        <Switch
          label={t('devices.blur')}
          checked={chosen.blur === true}
          onChange={({ currentTarget }) => void media.setBlur(currentTarget.checked)}
        />
      )}
      <div>
        <Choice
          label={t('devices.microphone')}
          none={t('devices.none.microphone')}
          devices={devices.microphones}
          chosen={usedIn(view.audio, chosen.microphone)}
          onChoose={(device) => void media.choose('microphone', device)}
        />
        <Meter track={view.isMuted ? null : view.audio} />
      </div>
      <div className={classes.speaker}>
        {devices.speakers.length > 0 && (
          <Choice
            label={t('devices.speaker')}
            none={t('devices.none.speaker')}
            devices={devices.speakers}
            chosen={chosen.speaker?.id ?? devices.speakers[0]?.id}
            onChoose={(device) => void media.choose('speaker', device)}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconVolume size={18} aria-hidden="true" />}
          disabled={isPlaying}
          onClick={() => {
            setPlaying(true)
            void playTest(chosen.speaker?.id).finally(() => setPlaying(false))
          }}
        >
          {t(isPlaying ? 'devices.playing' : 'devices.test')}
        </Button>
      </div>
    </div>
  )
}

type ChoiceProps = {
  label: string
  none: string
  devices: readonly KeptDevice[]
  chosen: string | undefined
  onChoose: (device: KeptDevice) => void
}

function Choice({ label, none, devices, chosen, onChoose }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder={none}
      disabled={devices.length === 0}
      data={devices.map((device) => ({ value: device.id, label: device.label }))}
      value={devices.some(({ id }) => id === chosen) ? (chosen ?? null) : (devices[0]?.id ?? null)}
      allowDeselect={false}
      onChange={(chosenId) => {
        const device = devices.find(({ id }) => id === chosenId)
        if (device) onChoose(device)
      }}
    />
  )
}

/** How loud the own microphone is. */
function Meter({ track }: { track: MediaStreamTrack | null }) {
  const { t } = useTranslation('video')
  const meter = useLevel(track)
  return (
    <div className={classes.level}>
      <span>{t(track ? 'devices.level' : 'devices.silent')}</span>
      <div ref={meter} className={classes.meter} aria-hidden="true" />
    </div>
  )
}
