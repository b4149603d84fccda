import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import type { Fields } from '#web/widgets/forms/form-fields.ts'
import classes from '../RegisterScreen.module.css'

type Props = {
  fields: Fields<'acceptTerms' | 'acceptPrivacy' | 'acceptNews'>
  submitting: boolean
  /** Beside the button: the alternative to this form. */
  other: ReactNode
}

const legalLinks = {
  terms: <Link to={paths.terms()} target="_blank" />,
  privacy: <Link to={paths.privacy()} target="_blank" />,
}

/** The end of every registration form: consents, the form's error, and the button. */
export function RegisterEnd({ fields, submitting, other }: Props) {
  const { t } = useTranslation(['auth', 'common'])
  const { field, formError } = fields
  return (
    <>
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
      <FormError text={formError} />
      <div className={classes.buttons}>
        <LoadingButton type="submit" size="md" loading={submitting} loadingLabel={t('common:loading')}>
          {t('register.submit')}
        </LoadingButton>
        <span className={classes.other}>{other}</span>
      </div>
    </>
  )
}
