import { IconHeartHandshake } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useSend } from '#web/widgets/use-send.ts'
import { useKeepAccount } from './deletion.queries.ts'

/** Keeps an account that is to be deleted: one tap, because nothing is lost by it. */
export function KeepButton({ userId, size }: { userId: string; size?: 'xs' }) {
  const { t } = useTranslation(['account', 'common'])
  const keep = useKeepAccount(userId)
  const send = useSend(keep)
  return (
    <LoadingButton
      variant="default"
      {...(size && { size })}
      leftSection={<IconHeartHandshake size={18} aria-hidden="true" />}
      loading={keep.isPending}
      loadingLabel={t('common:loading')}
      onClick={() =>
        send(undefined, {
          onSuccess: () => setAlert(t('deletion.kept'), 'success'),
          onErrorHere: showFailure,
        })
      }
    >
      {t('deletion.keep')}
    </LoadingButton>
  )
}
