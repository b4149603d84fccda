import { Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCalendarX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { ReasonForm } from './reason-form.ts'
import classes from './ReasonDialog.module.css'

type Props = {
  title: string
  subtitle: string
  /** A warning, such as that it is late. */
  note?: string | undefined
  accept: string
  keep: string
  onAccept: (reason: string) => Promise<unknown>
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

/** Asks for a reason before a cancellation or an excuse. Errors are shown in the dialog. */
export function ReasonDialog({ title, subtitle, note, accept, keep, onAccept, onClose, children }: Props) {
  const { t } = useTranslation(['sessions', 'common'])
  const [failure, setFailure] = useState<string>()
  const form = useSchemaForm(ReasonForm, { defaultValues: { reason: '' } })
  const { field } = useFields(form)
  const { isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ reason }) => {
    setFailure(undefined)
    try {
      await onAccept(reason)
      onClose()
    } catch (error) {
      showFailure(error, { dialog: setFailure })
    }
  })
  return (
    <ConfirmDialog
      opened
      title={title}
      subtitle={subtitle}
      icon={<IconCalendarX size={24} />}
      cancel={{ label: keep }}
      accept={{
        label: accept,
        run: () => void submit(),
        loading: isSubmitting,
        loadingLabel: t('common:loading'),
        danger: true,
      }}
      error={failure}
      onClose={onClose}
    >
      {note !== undefined && (
        <p className={classes.note}>
          <IconAlertTriangle size={18} aria-hidden="true" className={classes.icon} />
          {note}
        </p>
      )}
      <Textarea
        label={t('cancel.reason')}
        withAsterisk
        placeholder={t('cancel.reasonPlaceholder')}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={300}
        mt={8}
        data-autofocus
        {...field('reason')}
      />
      {children}
    </ConfirmDialog>
  )
}
