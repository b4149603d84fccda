import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ActionDialog.module.css'

type Props = { onDrop: (reason: string) => void; onCancel: () => void }

const LONGEST_REASON = 300

/** Asks why an action is dropped; a reason helps, and none is needed. */
export function DropAction({ onDrop, onCancel }: Props) {
  const { t } = useTranslation(['actions', 'common'])
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDrop(reason.trim())
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        label={t('drop.why')}
        description={t('drop.hint')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data-autofocus
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit">{t('moves.wontDo')}</Button>
      </div>
    </form>
  )
}
