import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { beginAction } from '#web/store/new-action.ts'

/** Begins an action of one client. */
export function NewActionButton({ clientId }: { clientId: string }) {
  const { t } = useTranslation('actions')
  return (
    <Button
      aria-haspopup="dialog"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => beginAction(clientId)}
    >
      {t('new.title')}
    </Button>
  )
}
