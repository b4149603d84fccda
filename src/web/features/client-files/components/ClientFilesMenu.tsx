import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { LateMenu } from '#web/widgets/late/LateMenu.tsx'
import { latePart } from '#web/widgets/late/late-part.ts'
import { useIdle } from '#web/widgets/use-idle.ts'
import { type ExportFilter, useExportClients } from '../client-files.queries.ts'

const entries = latePart('features/client-files/late-parts.ts', () => import('../late-parts.ts'))

/** Import and export of clients; the export contains the filtered list. */
export function ClientFilesMenu({ filter }: { filter: ExportFilter }) {
  const { t } = useTranslation('clients')
  const [opened, setOpened] = useState(false)
  const save = useExportClients()
  useIdle(entries.prefetch)
  const run = () =>
    void save
      .mutateAsync(filter)
      .then(({ content, name }) => saveFile(content, name ?? t('files.fallbackName')))
      .catch(showFailure)
  return (
    <LateMenu
      part={entries}
      kind="menu"
      opened={opened}
      onChange={setOpened}
      button={(props) => (
        <ActionIcon
          {...props}
          variant="default"
          size="input-sm"
          aria-label={t('files.label')}
          loading={save.isPending}
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      )}
      menu={({ ClientFilesEntries }, target, isOpen) => (
        <ClientFilesEntries opened={isOpen} onChange={setOpened} target={target} onExport={run} />
      )}
    />
  )
}
