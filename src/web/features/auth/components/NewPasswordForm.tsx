import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewPasswordSet } from '#contract/account/accounts.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { queryKey } from '#web/api/query-client.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { DropIdentities } from '#web/widgets/sign-in/DropIdentities.tsx'
import { NewPasswordFields } from '#web/widgets/sign-in/NewPasswordFields.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import classes from '../RecoveryScreen.module.css'
import { RecoveryForm } from '../recovery-form.ts'

type Props = {
  token: string
  onDone: (set: NewPasswordSet) => void
  /** The link is no longer valid. */
  onOver: () => void
}

/** Sets the password by a recovery link (product §3). */
export function NewPasswordForm({ token, onDone, onOver }: Props) {
  const { t } = useTranslation(['auth', 'common'])
  const form = useSchemaForm(RecoveryForm, { defaultValues: { password: '', repeated: '' } })
  const fields = useFields(form)
  const [drop, setDrop] = useState(false)
  // If this fails, the password can still be set; an expired link is refused on submit.
  const { data } = useQuery({
    queryKey: queryKey('me', 'recovery', token),
    queryFn: ({ signal }) => call('POST /v1/auth/recovery/link', { body: { token } }, { signal }),
    retry: false,
    gcTime: 0,
  })
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      onDone(await call('PUT /v1/auth/recovery', { body: { token, password, dropIdentities: drop } }))
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
      <DropIdentities identities={data?.identities ?? []} checked={drop} onChange={setDrop} />
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
