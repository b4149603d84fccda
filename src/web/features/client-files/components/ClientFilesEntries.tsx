import { Menu } from '@mantine/core'
import { IconFileExport, IconFileImport } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

type Props = {
  opened: boolean
  onChange: (opened: boolean) => void
  target: ReactNode
  onExport: () => void
}

/** The menu of `ClientFilesMenu`. */
export function ClientFilesEntries({ opened, onChange, target, onExport }: Props) {
  const { t } = useTranslation('clients')
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-end" withinPortal={false} returnFocus>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={paths.clientImport()}
          leftSection={<IconFileImport size={18} aria-hidden="true" />}
        >
          {t('files.import')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileExport size={18} aria-hidden="true" />} onClick={onExport}>
          {t('files.export')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
