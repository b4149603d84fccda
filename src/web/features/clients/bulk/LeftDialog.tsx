import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { type BulkAction, LeftClients } from './LeftClients.tsx'
import type { BulkOutcome } from './bulk.queries.ts'
import type { Selection } from './selection.ts'
import classes from './TagDialog.module.css'

type Props = {
  left: BulkOutcome['left']
  selection: Selection
  action: BulkAction
  onClose: () => void
}

/** Says afterwards who was left as they were. */
export function LeftDialog({ left, selection, action, onClose }: Props) {
  const { t } = useTranslation(['clients', 'common'])
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`bulk.leftTitle.${action}`)}
      centered
      size={420}
      radius={16}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <LeftClients left={left} selection={selection} action={action} />
        <div className={classes.buttons}>
          <Button data-autofocus onClick={onClose}>
            {t('bulk.ok')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
