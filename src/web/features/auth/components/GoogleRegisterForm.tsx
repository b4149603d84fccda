import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GoogleProfile } from '#contract/account/google.ts'
import { browserZone } from '#time/zone-names.ts'
import { completeSignIn } from '#web/api/auth-session.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { CityField } from '#web/widgets/forms/CityField.tsx'
import { ResidenceFields } from '#web/widgets/forms/ResidenceFields.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { rememberGoogle } from '#web/widgets/sign-in/google-memory.ts'
import { GoogleRegisterForm as Model, prefilled } from '../google-register-form.ts'
import classes from '../RegisterScreen.module.css'
import { RegisterEnd } from './RegisterEnd.tsx'

/** What Google provided, and fields for the rest: occupation, residence and consent. */
export function GoogleRegisterForm({ ticket, profile }: { ticket: string; profile: GoogleProfile }) {
  const { t } = useTranslation('auth')
  const form = useSchemaForm(Model, { defaultValues: prefilled(profile, browserZone()) })
  const fields = useFields(form)
  const { field } = fields
  const { isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      const { token } = await call('POST /v1/auth/register/google', {
        body: { ...values, isCoach: true, googleData: { ticket } },
      })
      await completeSignIn(token, () => rememberGoogle({}))
    } catch (failure) {
      showFailure(failure, { form })
    }
  })
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput label={t('name')} withAsterisk autoComplete="given-name" {...field('name')} />
      <TextInput label={t('lastName')} withAsterisk autoComplete="family-name" {...field('lastName')} />
      <TextInput label={t('email')} value={profile.email} readOnly className={classes.fixed} />
      <TextInput
        label={t('jobOcuppation')}
        placeholder={t('register.occupationExample')}
        autoComplete="organization-title"
        {...field('jobOcuppation')}
      />
      <ResidenceFields form={form} fields={fields}>
        <CityField fields={fields} />
      </ResidenceFields>
      <RegisterEnd
        fields={fields}
        submitting={isSubmitting}
        other={<a href={paths.googleStart()}>{t('google.otherAccount')}</a>}
      />
    </form>
  )
}
