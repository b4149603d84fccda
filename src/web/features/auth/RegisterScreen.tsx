import '#web/ui/theme/large-fields.css'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { browserZone } from '#time/zone-names.ts'
import { completeSignIn } from '#web/api/auth-session.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { NewPasswordFields } from '#web/widgets/sign-in/NewPasswordFields.tsx'
import { CityField } from '#web/widgets/forms/CityField.tsx'
import { ResidenceFields } from '#web/widgets/forms/ResidenceFields.tsx'
import { PublicFrame } from '#web/widgets/page/PublicFrame.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useGoogleMemory } from '#web/widgets/sign-in/google-memory.ts'
import { GoogleRegisterForm } from './components/GoogleRegisterForm.tsx'
import { RegisterEnd } from './components/RegisterEnd.tsx'
import { RegisterForm, emptyRegistration } from './register-form.ts'
import classes from './RegisterScreen.module.css'

/** A coach's registration (product §3): with a password, or prefilled by Google. */
export function Component() {
  const { t } = useTranslation('auth')
  const { ticket, profile } = useGoogleMemory()
  const fromGoogle = ticket !== null && profile !== null
  return (
    <PublicFrame title={t('register.title')}>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('register.title')}</h1>
        <p className={classes.subtitle}>{t(fromGoogle ? 'google.registerSubtitle' : 'register.subtitle')}</p>
      </div>
      <Card>
        {fromGoogle ? <GoogleRegisterForm ticket={ticket} profile={profile} /> : <PasswordRegisterForm />}
      </Card>
    </PublicFrame>
  )
}

function PasswordRegisterForm() {
  const { t } = useTranslation('auth')
  const form = useSchemaForm(RegisterForm, { defaultValues: emptyRegistration(browserZone()) })
  const fields = useFields(form)
  const { field } = fields
  const { isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ repeated: _, ...body }) => {
    try {
      const { token } = await call('POST /v1/auth/register', { body })
      await completeSignIn(token)
    } catch (failure) {
      showFailure(failure, { form })
    }
  })

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput label={t('name')} withAsterisk autoComplete="given-name" {...field('name')} />
      <TextInput label={t('lastName')} withAsterisk autoComplete="family-name" {...field('lastName')} />
      <TextInput label={t('email')} withAsterisk type="email" autoComplete="email" {...field('email')} />
      <TextInput
        label={t('jobOcuppation')}
        placeholder={t('register.occupationExample')}
        autoComplete="organization-title"
        {...field('jobOcuppation')}
      />
      <NewPasswordFields fields={fields} first />
      <ResidenceFields form={form} fields={fields}>
        <CityField fields={fields} />
      </ResidenceFields>
      <RegisterEnd
        fields={fields}
        submitting={isSubmitting}
        other={<Link to={paths.home()}>{t('register.signIn')}</Link>}
      />
    </form>
  )
}
