import { Autocomplete, Button, Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { useTagClients } from './bulk.queries.ts'
import type { DialogProps } from './dialog-props.ts'
import classes from './TagDialog.module.css'

/** As in the contract. */
const LONGEST_TAG = 40

/** Gives the selected clients a tag: one that is in use, or a new one. */
export function TagDialog({
  selection,
  suggested,
  onClose,
  onDone,
}: DialogProps & { suggested: readonly string[] }) {
  const { t } = useTranslation(['clients', 'common'])
  useFocusBack()
  const { mutateAsync, isPending } = useTagClients()
  const [tag, setTag] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const undo = (clientIds: string[], undone: string) =>
    void mutateAsync({ clientIds, tag: undone, remove: true }).then(
      ({ changed }) => setAlert(t('bulk.done.untag', { count: changed.length, tag: undone }), 'success'),
      (failure: unknown) => showFailure(failure),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = tag.trim()
    setProblem(undefined)
    setMissing(wanted === '')
    if (wanted === '') return
    void mutateAsync({ clientIds: [...selection.keys()], tag: wanted }).then(
      (outcome) => {
        const { changed } = outcome
        if (changed.length > 0) {
          setAlert(t('bulk.done.tag', { count: changed.length, tag: wanted }), 'success', {
            label: t('common:undo'),
            run: () => undo(changed, wanted),
          })
        }
        onDone(outcome, 'tag')
      },
      (failure: unknown) => showFailure(failure, { dialog: setProblem, field: 'tag' }),
    )
  }
  return (
    <Modal
      opened
      // Its failure is shown only here.
      onClose={isPending ? () => undefined : onClose}
      title={t('bulk.tagging.title', { count: selection.size })}
      centered
      size={420}
      radius={16}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form noValidate className={classes.form} onSubmit={submit}>
        <Autocomplete
          label={t('tag')}
          withAsterisk
          data-autofocus
          // The suggestions would cover the buttons.
          openOnFocus={false}
          data={[...suggested]}
          value={tag}
          onChange={(next) => {
            setTag(next)
            setMissing(false)
          }}
          maxLength={LONGEST_TAG}
          error={isMissing && t('bulk.tagging.missing')}
        />
        <FormError text={problem} />
        <div className={classes.buttons}>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <LoadingButton type="submit" loading={isPending} loadingLabel={t('common:loading')}>
            {t('bulk.tag')}
          </LoadingButton>
        </div>
      </form>
    </Modal>
  )
}
