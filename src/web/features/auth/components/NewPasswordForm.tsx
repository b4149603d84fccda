import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { FormError } from '#web/ui/FormError.tsx'
import { LoadingButton } from '#web/ui/LoadingButton.tsx'
import { NewPasswordFields } from '#web/widgets/NewPasswordFields.tsx'
import { useFields } from '#web/widgets/form-fields.ts'
import { modelResolver } from '#web/widgets/form-model.ts'
import classes from '../RecoveryScreen.module.css'
import { RecoveryForm } from '../recovery-form.ts'

const resolver = modelResolver<RecoveryForm>(RecoveryForm)

type Props = {
  token: string
  onDone: () => void
  /** The link does not open anything any more. */
  onOver: () => void
}

/** The password that a recovery link sets (product §3). */
export function NewPasswordForm({ token, onDone, onOver }: Props) {
  const { t } = useTranslation(['auth', 'common'])
  const form = useForm<RecoveryForm>({
    mode: 'all',
    defaultValues: { password: '', repeated: '' },
    resolver,
  })
  const fields = useFields(form)
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await call('PUT /v1/auth/recovery', { body: { token, password } })
      onDone()
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === 'auth.link_invalid') return onOver()
      showFailure(failure, { form })
    }
  })
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1 className={classes.title}>{t('recovery.newTitle')}</h1>
        <p className={classes.text}>{t('recovery.newSubtitle')}</p>
      </div>
      <NewPasswordFields fields={fields} />
      <FormError text={fields.formError} />
      <LoadingButton
        type="submit"
        size="md"
        loading={form.formState.isSubmitting}
        loadingLabel={t('common:loading')}
      >
        {t('recovery.save')}
      </LoadingButton>
    </form>
  )
}
