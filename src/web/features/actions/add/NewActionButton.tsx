import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { beginAction } from '#web/store/new-action.ts'

type Props = {
  /** Whose it will be; null where somebody is chosen in the dialog. */
  clientId: string | null
  /** Where the page has another main button. */
  light?: boolean
  className?: string | undefined
}

/** Begins an action of one client. */
export function NewActionButton({ clientId, light = false, className }: Props) {
  const { t } = useTranslation('actions')
  return (
    <Button
      className={className}
      variant={light ? 'light' : 'filled'}
      aria-haspopup="dialog"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => beginAction(clientId)}
    >
      {t('new.title')}
    </Button>
  )
}
