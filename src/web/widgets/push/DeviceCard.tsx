import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { usePush } from './use-push.ts'

/** Whether this device takes pushes, with the switch, or what to do where it cannot (product §17). */
export function DeviceCard() {
  const { t } = useTranslation('preferences')
  const { side } = useViewer()
  const { state, isBusy, switchOn, switchOff } = usePush()
  if (state === undefined) return <Skeleton height={120} radius={16} />
  return (
    <Card title={t('device.title')}>
      {/* On a phone the button comes after the words. */}
      <Group justify="space-between" gap="12px 24px">
        <Text role="status" size="sm" flex="1 1 280px">
          {state === 'unsupported' ? t(`device.unsupported.${side}`) : t(`device.${state}`)}
        </Text>
        {state === 'off' && (
          <Button loading={isBusy} onClick={switchOn}>
            {t('device.switchOn')}
          </Button>
        )}
        {state === 'on' && (
          <Button variant="default" loading={isBusy} onClick={switchOff}>
            {t('device.switchOff')}
          </Button>
        )}
      </Group>
    </Card>
  )
}
