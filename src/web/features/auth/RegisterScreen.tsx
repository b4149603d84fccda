import { Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { browserZone } from '#time/zones.ts'
import { completeSignIn } from '#web/api/auth-session.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { LoadingButton } from '#web/ui/LoadingButton.tsx'
import { PlaceFields } from '#web/widgets/PlaceFields.tsx'
import { PublicFrame } from '#web/widgets/PublicFrame.tsx'
import { useFields } from '#web/widgets/form-fields.ts'
import { modelResolver } from '#web/widgets/form-model.ts'
import { RegisterForm, type RegisterValues, emptyRegistration } from './register-form.ts'
import classes from './RegisterScreen.module.css'

const resolver = modelResolver<RegisterValues>(RegisterForm as never)

/** A coach's registration (product §3). */
export function RegisterScreen() {
  const { t } = useTranslation(['auth', 'common'])
  const form = useForm<RegisterValues>({
    mode: 'all',
    defaultValues: emptyRegistration(browserZone()),
    resolver,
  })
  const fields = useFields(form)
  const { field, formError } = fields
  const { isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      const { token } = await call('POST /v1/auth/register', { body: bodyOf(values) })
      await completeSignIn(token)
    } catch (failure) {
      showFailure(failure, { form })
    }
  })
  const legalLinks = {
    terms: <Link to={paths.terms()} target="_blank" />,
    privacy: <Link to={paths.privacy()} target="_blank" />,
  }
  const reveal = { 'aria-label': t('togglePassword') }

  return (
    <PublicFrame title={t('register.title')}>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('register.title')}</h1>
        <p className={classes.subtitle}>{t('register.subtitle')}</p>
      </div>
      <Card>
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
          <PasswordInput
            label={t('password')}
            withAsterisk
            autoComplete="new-password"
            visibilityToggleButtonProps={reveal}
            {...field('password', { deps: ['repeated'] })}
          />
          <PasswordInput
            label={t('repeatPassword')}
            withAsterisk
            autoComplete="new-password"
            visibilityToggleButtonProps={reveal}
            {...field('repeated')}
          />
          <PlaceFields form={form} fields={fields} />
          <div className={classes.boxes}>
            <Checkbox
              label={<Trans t={t} i18nKey="register.acceptTerms" components={legalLinks} />}
              {...field('acceptTerms')}
            />
            <Checkbox
              label={<Trans t={t} i18nKey="register.acceptPrivacy" components={legalLinks} />}
              {...field('acceptPrivacy')}
            />
            <Checkbox label={t('register.acceptNews')} {...field('acceptNews')} />
          </div>
          {formError !== undefined && (
            <p role="alert" className={classes.error}>
              {formError}
            </p>
          )}
          <div className={classes.buttons}>
            <LoadingButton type="submit" size="md" loading={isSubmitting} loadingLabel={t('common:loading')}>
              {t('register.submit')}
            </LoadingButton>
            <Link to={paths.home()} className={classes.signIn}>
              {t('register.signIn')}
            </Link>
          </div>
        </form>
      </Card>
    </PublicFrame>
  )
}

/** Checked by the form's model: the boxes are ticked by now. */
function bodyOf({ repeated: _, ...values }: RegisterValues) {
  return { ...values, acceptTerms: true as const, acceptPrivacy: true as const }
}
