import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { PersonChoice } from '#web/widgets/people/PersonChoice.tsx'

type Props = {
  onClose: () => void
  /** While the dialog of a client, which this one can lead to, is in its place. */
  hidden?: boolean
}

/** About whom a new note is; it is written on the page of their notes. */
export default function NewNoteDialog({ onClose, hidden = false }: Props) {
  const { t } = useTranslation('notes')
  const { coachId } = useViewer()
  const navigate = useNavigate()
  const [clientId, setClientId] = useState('')
  const go = () => {
    onClose()
    void navigate(paths.notesOf({ type: 'Client', itemId: clientId, open: 'new' }))
  }
  return (
    <FormDialog title={t('new.title')} hidden={hidden} onClose={onClose}>
      <PersonChoice
        title={t('new.who')}
        choosing="assignable"
        coachId={coachId}
        value={clientId}
        onChange={setClientId}
        onBlur={() => undefined}
      />
      <Button fullWidth mt="md" disabled={clientId === ''} onClick={go}>
        {t('new.go')}
      </Button>
    </FormDialog>
  )
}
