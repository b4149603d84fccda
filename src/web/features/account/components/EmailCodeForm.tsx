import { Button, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { confirmEmailChange } from '../account.queries.ts'
import { CodeForm } from '../email-form.ts'
import classes from './Account.module.css'

type Props = { email: string; onOther: () => void; onDone: () => void }

/** Asks for the six digits mailed to the new address. */
export function EmailCodeForm({ email, onOther, onDone }: Props) {
  const { t } = useTranslation(['account', 'common'])
  const { id } = useSessionUser()
  const form = useSchemaForm(CodeForm, { defaultValues: { code: '' } })
  const { field, formError } = useFields(form)
  const { isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await confirmEmailChange(id, code)
      setAlert(t('email.changed'), 'success')
      onDone()
    } catch (failure) {
      showFailure(failure, { form })
    }
  })
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes.hint} role="status">
        {t('email.sent', { email })}
      </p>
      <TextInput
        label={t('email.code')}
        withAsterisk
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        className={classes.code}
        {...field('code')}
      />
      <FormError text={formError} />
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={onOther} disabled={isSubmitting}>
          {t('email.other')}
        </Button>
        <LoadingButton type="submit" loading={isSubmitting} loadingLabel={t('common:loading')}>
          {t('email.confirm')}
        </LoadingButton>
      </div>
    </form>
  )
}
