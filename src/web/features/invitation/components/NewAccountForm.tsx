import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { browserZone } from '#time/zone-names.ts'
import { showFailure } from '#web/api/errors.ts'
import { offersGoogle } from '#web/api/installation.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { NewPasswordFields } from '#web/widgets/sign-in/NewPasswordFields.tsx'
import { CityField } from '#web/widgets/forms/CityField.tsx'
import { ResidenceFields } from '#web/widgets/forms/ResidenceFields.tsx'
import { PrivacySummary } from '#web/widgets/sign-in/PrivacySummary.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useInvitationMemory } from '#web/widgets/sign-in/invitation-memory.ts'
import { countriesQuery } from '#web/widgets/forms/residence.queries.ts'
import { countryOfZone } from '#web/widgets/forms/residence-options.ts'
import { accept } from '../accepting.ts'
import { type ByGoogle, byGoogle, dropSpentTicket } from '../by-google.ts'
import {
  GoogleAccountForm,
  NewAccountForm as Model,
  type NewAccountValues,
  emptyAccount,
} from '../new-account-form.ts'
import { presetZone } from '../stage.ts'
import classes from './Answer.module.css'
import { AnswerButtons } from './AnswerButtons.tsx'
import { GoogleForInvitation } from './GoogleForInvitation.tsx'
import { legalLinks } from './LegalNote.tsx'
import { type Answer, asksForCode, followRefusal } from '../answer.ts'

/** A new account: a password unless Google has confirmed the address, the residence, and consent. */
export function NewAccountForm({ invitation, token, onDecline, onCode, ticket = null }: Answer & ByGoogle) {
  const { t } = useTranslation(['invitation', 'auth'])
  const form = useSchemaForm(ticket === null ? Model : GoogleAccountForm, {
    defaultValues: emptyAccount(presetZone(browserZone(), invitation.timezone), invitation.city),
  })
  const fields = useFields(form)
  const { field, formError } = fields
  const { isSubmitting } = form.formState
  const awaitsCode = useInvitationMemory(({ codeSent }) => codeSent) && ticket === null
  usePresetCountry(form)

  const submit = form.handleSubmit(async ({ country, timezone, city }) => {
    const access = ticket === null ? { password: form.getValues('password') } : byGoogle(ticket)
    // Sent even if empty: if it were left out, the server would use the coach's value.
    const account = { ...access, country, timezone, city: city ?? '' }
    const send = (code?: string) =>
      accept(invitation.clientId, token, { ...account, ...(code !== undefined && { code }) })
    // The code was already mailed: another request would invalidate the one just read.
    if (awaitsCode) return onCode(send)
    try {
      await send()
    } catch (failure) {
      if (asksForCode(failure)) return onCode(send)
      showFailure(failure, { form })
      followRefusal(failure)
      dropSpentTicket(failure)
    }
  })

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes.text}>
        {awaitsCode
          ? t('code.waiting', { email: invitation.email })
          : t(welcomeOf(ticket), { name: invitation.name })}
      </p>
      {ticket === null && <GoogleForInvitation above clientId={invitation.clientId} token={token} />}
      {/* Read-only; shown for the person and their password manager. */}
      <TextInput
        label={t('auth:email')}
        value={invitation.email}
        readOnly
        autoComplete="username"
        className={classes.fixed}
      />
      {ticket === null && <NewPasswordFields fields={fields} first />}
      <ResidenceFields form={form} fields={fields}>
        <CityField fields={fields} />
      </ResidenceFields>
      <PrivacySummary />
      <div className={classes.boxes}>
        <Checkbox
          label={<Trans t={t} i18nKey="auth:register.acceptTerms" components={legalLinks} />}
          {...field('acceptTerms')}
        />
        <Checkbox
          label={<Trans t={t} i18nKey="auth:register.acceptPrivacy" components={legalLinks} />}
          {...field('acceptPrivacy')}
        />
      </div>
      <FormError text={formError} />
      {invitation.asksCode && ticket === null && !awaitsCode && (
        <p className={classes.small}>{t('code.ahead', { email: invitation.email })}</p>
      )}
      <AnswerButtons acceptLabel={t('accept')} accepting={isSubmitting} onDecline={onDecline} />
    </form>
  )
}

function welcomeOf(ticket: string | null) {
  if (ticket !== null) return 'withGoogle.text'
  return offersGoogle() ? 'newAccount.orGoogle' : 'newAccount.text'
}

/** The country of the preset zone, once the countries are loaded and if none was chosen yet. */
function usePresetCountry({
  formState,
  getValues,
  setValue,
}: Pick<UseFormReturn<NewAccountValues>, 'formState' | 'getValues' | 'setValue'>): void {
  const { data: countries } = useQuery(countriesQuery)
  const { isDirty } = formState
  useEffect(() => {
    if (!countries || isDirty) return
    const country = countryOfZone(countries, getValues('timezone'))
    if (country) setValue('country', country)
  }, [countries, isDirty, getValues, setValue])
}
