import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconFileExport, IconFileImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { type ExportFilter, useExportClients } from '../client-files.queries.ts'

/** Import and export of clients; the export contains the filtered list. */
export function ClientFilesMenu({ filter }: { filter: ExportFilter }) {
  const { t } = useTranslation('clientFiles')
  const save = useExportClients()
  const run = () =>
    void save
      .mutateAsync(filter)
      .then(({ content, name }) => saveFile(content, name ?? t('menu.fallbackName')))
      .catch(showFailure)
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" size="input-sm" aria-label={t('menu.label')} loading={save.isPending}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={paths.clientImport()}
          leftSection={<IconFileImport size={18} aria-hidden="true" />}
        >
          {t('menu.import')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileExport size={18} aria-hidden="true" />} onClick={run}>
          {t('menu.export')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
