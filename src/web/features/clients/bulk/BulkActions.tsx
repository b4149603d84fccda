import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { InviteDialog, LeftDialog, MoveDialog, TagDialog } from '../client-parts.ts'
import { type BulkOutcome, useExportChosen } from './bulk.queries.ts'
import type { DialogProps } from './dialog-props.ts'
import type { BulkAction } from './LeftClients.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { Selection } from './selection.ts'

type Props = {
  selection: Selection
  /** Tags that are in use, offered for another one. */
  tags: readonly string[]
  onClear: () => void
}

/** The bar of a selection with its dialogs, each action one call for all (product §6). */
export function BulkActions({ selection, tags, onClear }: Props) {
  const { t } = useTranslation('clients')
  const [asking, setAsking] = useState<BulkAction>()
  const [named, setNamed] = useState<{
    left: BulkOutcome['left']
    action: BulkAction
    selection: Selection
  }>()
  const save = useExportChosen()
  const exportAll = () =>
    void save
      .mutateAsync([...selection.keys()])
      .then(({ content, name }) => saveFile(content, name ?? t('files.fallbackName')))
      .catch(showFailure)
  const dialog: DialogProps = {
    selection,
    onClose: () => setAsking(undefined),
    onDone: ({ left }, action) => {
      setAsking(undefined)
      if (left.length > 0) setNamed({ left, action, selection })
      onClear()
    },
  }
  return (
    <>
      {selection.size > 0 && (
        <SelectionBar
          count={selection.size}
          isExporting={save.isPending}
          onAsk={setAsking}
          onExport={exportAll}
          onClear={onClear}
        />
      )}
      <Suspense>
        {asking === 'invite' && <InviteDialog {...dialog} />}
        {asking === 'tag' && <TagDialog {...dialog} suggested={tags} />}
        {(asking === 'pause' || asking === 'archive') && <MoveDialog {...dialog} move={asking} />}
        {named && <LeftDialog {...named} onClose={() => setNamed(undefined)} />}
      </Suspense>
    </>
  )
}
