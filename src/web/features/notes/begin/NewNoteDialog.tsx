import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CoacheeType } from '#contract/values.ts'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { PersonChoice } from '#web/widgets/people/PersonChoice.tsx'
import { groupsQuery } from '../notes.queries.ts'
import classes from './NewNoteDialog.module.css'

type Props = {
  onClose: () => void
  /** While the dialog of a client, which this one can lead to, is in its place. */
  hidden?: boolean
}

/** About whom a new note is, a client or a group; it is written on the page of their notes. */
export default function NewNoteDialog({ onClose, hidden = false }: Props) {
  const { t } = useTranslation('notes')
  const { coachId } = useViewer()
  const navigate = useNavigate()
  const [type, setType] = useState<CoacheeType>('Client')
  const [chosen, setChosen] = useState<Record<CoacheeType, string>>({ Client: '', Group: '' })
  const { data: groups = [] } = useQuery(groupsQuery(coachId))
  const itemId = chosen[type]
  const choose = (id: string) => setChosen({ ...chosen, [type]: id })
  const go = () => {
    onClose()
    void navigate(paths.notesOf({ type, itemId, open: 'new' }))
  }
  return (
    <FormDialog title={t('new.title')} hidden={hidden} onClose={onClose}>
      <div className={classes.fields}>
        {groups.length > 0 && (
          <Segments
            label={t('new.who')}
            options={[
              { value: 'Client', label: t('new.client') },
              { value: 'Group', label: t('new.group') },
            ]}
            value={type}
            onChange={setType}
          />
        )}
        {type === 'Client' ? (
          <PersonChoice
            title={t('new.who')}
            choosing="assignable"
            coachId={coachId}
            value={itemId}
            onChange={choose}
            onBlur={() => undefined}
          />
        ) : (
          <Select
            label={t('new.who')}
            placeholder={t('new.choose')}
            searchable
            data={groups.map(({ id, name }) => ({ value: id as string, label: name }))}
            value={itemId === '' ? null : itemId}
            onChange={(id) => choose(id ?? '')}
          />
        )}
        <Button fullWidth disabled={itemId === ''} onClick={go}>
          {t('new.go')}
        </Button>
      </div>
    </FormDialog>
  )
}
