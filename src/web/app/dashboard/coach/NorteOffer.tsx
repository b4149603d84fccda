import { Button } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'

/**
 * "Ahora puedes reunirte dentro de Norte.": once, to a coach who had chosen another channel before there was the video
 * room of Norte (product §8).
 */
export default function NorteOffer() {
  const { t } = useTranslation(['dashboard', 'sessions'])
  const { id } = useSessionUser()
  const { data: calendar } = useQuery(calendarQuery(id))
  const answer = useMutation({
    mutationFn: (take: boolean) =>
      call('POST /v1/coach/norte-offer/:coachId', { params: { coachId: id }, body: { take } }),
    onSuccess: (_, take) => {
      if (take) setAlert(t('norteOffer.done'), 'success')
    },
    onError: (failure) => showFailure(failure),
  })
  const current = calendar?.defaultChannel
  return (
    <Banner icon={<IconVideo />} text={t('norteOffer.text')}>
      <Button size="xs" loading={answer.isPending} onClick={() => answer.mutate(true)}>
        {t('norteOffer.use')}
      </Button>
      <Button variant="subtle" size="xs" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
        {current === undefined
          ? t('norteOffer.no')
          : t('norteOffer.keep', { channel: t(`sessions:channels.${current}`) })}
      </Button>
    </Banner>
  )
}
