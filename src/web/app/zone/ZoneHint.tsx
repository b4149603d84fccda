import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { systemClock } from '#time/clock.ts'
import { browserZone, zoneCity } from '#time/zone-names.ts'
import { gmtLabel } from '#time/zones.ts'
import { call } from '#web/api/call.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { setUser, useSessionUser } from '#web/store/store.ts'
import { storage } from '#web/storage.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { hintedZone } from './zone-hint.ts'

/** "Parece que estás en …": over every screen of somebody whose browser is in another zone (product §2). */
export function ZoneHint() {
  const { t } = useTranslation(['shell', 'common'])
  const user = useSessionUser()
  const [dismissed, setDismissed] = useState(() => storage.readDismissedZone())
  const zone = hintedZone(browserZone(), user.timezone, dismissed)
  const change = useMutation({
    mutationFn: (timezone: string) =>
      call('PUT /v1/user/:userId/preferences', { params: { userId: user.id }, body: { timezone } }),
    onSuccess: (saved) => {
      setUser(saved)
      setAlert(t('zone.changed'), 'success')
    },
    onError: (failure) => showFailure(failure),
  })
  if (zone === null) return null

  const dismiss = () => {
    storage.writeDismissedZone(zone)
    setDismissed(zone)
  }
  const place = `${zoneCity(zone, currentLanguage())} (${gmtLabel(zone, systemClock.now())})`
  return (
    <Banner icon={<IconMapPin />} text={t('zone.hint', { zone: place })}>
      <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate(zone)}>
        {t('zone.change')}
      </Button>
      <Button variant="subtle" size="xs" onClick={dismiss}>
        {t('zone.dismiss')}
      </Button>
    </Banner>
  )
}
