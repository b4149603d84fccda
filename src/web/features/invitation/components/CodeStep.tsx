import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { type SendWithCode, asksForCode, followRefusal } from '../answer.ts'
import { CodeForm } from '../code-form.ts'
import classes from './Answer.module.css'

type Props = { email: string; send: SendWithCode; onBack: () => void }

/**
 * A person with a shared link types the six digits mailed to the invited address: having the link is never enough
 * (product §4).
 */
export function CodeStep({ email, send, onBack }: Props) {
  const { t } = useTranslation(['invitation', 'common'])
  const form = useSchemaForm(CodeForm, { defaultValues: { code: '' } })
  const { field, formError } = useFields(form)
  const { isSubmitting } = form.formState
  const { setFocus } = form
  const [resending, setResending] = useState(false)
  const [resent, setResent] = useState(false)
  useEffect(() => setFocus('code'), [setFocus])

  const fail = (failure: unknown) => {
    showFailure(failure, { form })
    followRefusal(failure)
  }
  const submit = form.handleSubmit(async ({ code }) => {
    setResent(false)
    await send(code).catch(fail)
  })
  const resend = async () => {
    setResending(true)
    setResent(false)
    form.clearErrors('root')
    await send().catch((failure: unknown) => (asksForCode(failure) ? setResent(true) : fail(failure)))
    setResending(false)
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes.text}>{t('code.text', { email })}</p>
      <p role="status" className={classes.small}>
        {resent ? t('code.resent') : t('code.hint')}
      </p>
      <TextInput
        label={t('code.label')}
        withAsterisk
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        size="md"
        classNames={{ input: classes.code }}
        {...field('code')}
      />
      <FormError text={formError} />
      <div className={classes.buttons}>
        <LoadingButton
          type="submit"
          size="md"
          loading={isSubmitting}
          loadingLabel={t('common:loading')}
          disabled={resending}
        >
          {t('code.confirm')}
        </LoadingButton>
        <LoadingButton
          variant="default"
          size="md"
          loading={resending}
          loadingLabel={t('common:loading')}
          disabled={isSubmitting}
          onClick={() => void resend()}
        >
          {t('code.resend')}
        </LoadingButton>
      </div>
      <div className={classes.back}>
        <Button variant="subtle" size="compact-md" disabled={isSubmitting || resending} onClick={onBack}>
          {t('common:back')}
        </Button>
      </div>
    </form>
  )
}
