import { Button, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/layout/Card.tsx'
import { usePush } from './use-push.ts'

/** Whether this device takes pushes, with the switch, or what to do where it cannot (product §17). */
export function DeviceCard() {
  const { t } = useTranslation('preferences')
  const { state, isBusy, switchOn, switchOff } = usePush()
  if (state === undefined) return <Skeleton height={120} radius={16} />
  return (
    <Card
      title={t('device.title')}
      aside={
        state === 'off' ? (
          <Button loading={isBusy} onClick={switchOn}>
            {t('device.switchOn')}
          </Button>
        ) : state === 'on' ? (
          <Button variant="default" loading={isBusy} onClick={switchOff}>
            {t('device.switchOff')}
          </Button>
        ) : undefined
      }
    >
      <Text role="status" size="sm">
        {t(`device.${state}`)}
      </Text>
    </Card>
  )
}
