import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NewMenu } from './NewMenu.tsx'

/** "Nuevo" in the header. */
export function NewButton() {
  const { t } = useTranslation('shell')
  return (
    <NewMenu
      position="bottom-end"
      button={(props) => (
        <Button
          {...props}
          variant="light"
          radius={20}
          h={40}
          aria-keyshortcuts="N"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
        >
          {t('new.open')}
        </Button>
      )}
    />
  )
}
