import { Select, TextInput } from '@mantine/core'
import { Controller, useForm } from 'react-hook-form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { systemClock } from '#time/clock.ts'
import { zoneOption, zoneOptions } from '#time/zones.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { setAlert } from '#web/app/store/alert.ts'
import { useSessionUser } from '#web/app/store/store.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { LoadingButton } from '#web/ui/LoadingButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { BackLink } from '#web/widgets/BackLink.tsx'
import { useFields } from '#web/widgets/form-fields.ts'
import { modelResolver } from '#web/widgets/form-model.ts'
import { ClientForm, emptyClient } from './client-form.ts'
import classes from './ClientNewScreen.module.css'
import { useCreateClient } from './clients.queries.ts'
import { InvitationSteps } from './components/InvitationSteps.tsx'

/** A new person: kept for later, or invited at once (product §6). */
export function ClientNewScreen() {
  const { t } = useTranslation(['clients', 'common'])
  const user = useSessionUser()
  const navigate = useNavigate()
  const create = useCreateClient()
  const [zones] = useState(() => zoneChoices(user.timezone))
  const form = useForm<ClientForm>({
    mode: 'all',
    defaultValues: emptyClient(user.timezone),
    resolver: modelResolver(ClientForm),
  })
  const { field, state, formError } = useFields(form)
  const inviting = create.variables?.invite === true

  const save = (invite: boolean) =>
    form.handleSubmit((values) =>
      create.mutate(
        { ...values, invite },
        {
          onSuccess: ({ id, name }) => {
            setAlert(t(invite ? 'savedAndInvited' : 'saved', { name }), 'success')
            void navigate(paths.clientView({ clientId: id }))
          },
          onError: (failure) => showFailure(failure, { form }),
        },
      ),
    )

  return (
    <Page
      title={t('newTitle')}
      subtitle={t('newSubtitle')}
      back={<BackLink to={paths.clients()} label={t('title')} />}
    >
      <div className={classes.columns}>
        <Card>
          <form noValidate className={classes.form} onSubmit={(event) => void save(true)(event)}>
            <div className={classes.names}>
              <TextInput label={t('name')} withAsterisk autoComplete="off" {...field('name')} />
              <TextInput label={t('lastName')} withAsterisk autoComplete="off" {...field('lastName')} />
            </div>
            <TextInput
              type="email"
              label={t('email')}
              description={t('emailHint')}
              withAsterisk
              autoComplete="off"
              {...field('email')}
            />
            <Controller
              control={form.control}
              name="timezone"
              render={({ field: { ref, value, onChange, onBlur, name } }) => (
                <Select
                  ref={ref}
                  name={name}
                  label={t('timezone')}
                  description={t('timezoneHint')}
                  data={zones}
                  value={value ?? null}
                  onChange={(zone) => onChange(zone ?? '')}
                  onBlur={onBlur}
                  searchable
                  {...state('timezone')}
                />
              )}
            />
            <FormError text={formError} />
            {!user.emailVerified && <p className={classes.hint}>{t('unverified')}</p>}
            <div className={classes.buttons}>
              <LoadingButton
                type="submit"
                loading={create.isPending && inviting}
                loadingLabel={t('common:loading')}
                disabled={!user.emailVerified || create.isPending}
              >
                {t('saveAndInvite')}
              </LoadingButton>
              <LoadingButton
                variant="default"
                loading={create.isPending && !inviting}
                loadingLabel={t('common:loading')}
                disabled={create.isPending}
                onClick={() => void save(false)()}
              >
                {t('saveOnly')}
              </LoadingButton>
            </div>
          </form>
        </Card>
        <Card title={t('whatHappens')} className={classes.aside}>
          <InvitationSteps />
        </Card>
      </div>
    </Page>
  )
}

function zoneChoices(own: string) {
  const now = systemClock.now()
  const language = currentLanguage()
  const listed = zoneOptions(now, language)
  const all = listed.some(({ timezone }) => timezone === own)
    ? listed
    : [zoneOption(own, now, language), ...listed]
  return all.map(({ timezone, label }) => ({ value: timezone, label }))
}
