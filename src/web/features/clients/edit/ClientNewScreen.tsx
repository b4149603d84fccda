import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { endBeginning, useNewClient as useNewClientDialog } from '#web/store/new-client.ts'
import { useSessionUser } from '#web/store/store.ts'
import { keysOf } from '#contract/keys-of.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { PhotoField } from '#web/widgets/pictures/PhotoField.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { REFUSED_EMAILS, emptyClient, newClientBody, newClientSchema } from './client-form.ts'
import classes from './ClientNewScreen.module.css'
import { useCreateClient } from '../clients.queries.ts'
import { ClientFields } from './ClientFields.tsx'
import { InvitationSteps } from './InvitationSteps.tsx'

/** A new client: saved only, or invited at once (product §6). */
export function Component() {
  const { t } = useTranslation(['clients', 'common'])
  const user = useSessionUser()
  const { form, fields, photo, setPhoto, save, saving, isDirty } = useNewClient(user.timezone)
  const src = useObjectUrl(photo)
  const [name, lastName] = form.watch(['name', 'lastName'])

  return (
    <Page
      title={t('newTitle')}
      subtitle={t('newSubtitle')}
      template="form"
      back={<BackLink to={paths.clients()} label={t('title')} />}
    >
      <form noValidate className={classes.form} onSubmit={(event) => void save(true)(event)}>
        <ClientFields
          form={form}
          fields={fields}
          photo={
            <PhotoField
              name={`${name} ${lastName}`}
              src={src}
              // It is sent with the other fields.
              onSet={async (chosen) => setPhoto(chosen)}
              removal={{ title: t('photo.removeTitle', { name }), text: t('photo.removeText') }}
            />
          }
        />
        <Card title={t('whatHappens')}>
          <InvitationSteps />
        </Card>
        {!user.emailVerified && <p className={classes.hint}>{t('unverified')}</p>}
        <SaveBar error={fields.formError}>
          <LoadingButton
            variant="default"
            loading={saving === 'only'}
            loadingLabel={t('common:loading')}
            disabled={saving !== undefined}
            onClick={() => void save(false)()}
          >
            {t('saveOnly')}
          </LoadingButton>
          <LoadingButton
            type="submit"
            loading={saving === 'invite'}
            loadingLabel={t('common:loading')}
            disabled={!user.emailVerified || saving !== undefined}
          >
            {t('saveAndInvite')}
          </LoadingButton>
        </SaveBar>
        <LeaveGuard active={isDirty && saving === undefined} />
      </form>
    </Page>
  )
}

function useNewClient(timezone: string) {
  const { t } = useTranslation('clients')
  const navigate = useNavigate()
  const create = useCreateClient()
  const send = useSend(create)
  const [photo, setPhoto] = useState<File | null>(null)
  // What was typed in the dialog: before this form, or over it.
  const typed = useNewClientDialog((dialog) => dialog.typed)
  const [before] = useState(typed)
  useEffect(() => () => endBeginning(), [])
  const form = useSchemaForm(newClientSchema, { defaultValues: emptyClient(timezone, before ?? {}) })
  const { setValue } = form
  useEffect(() => {
    if (typed === null || typed === before) return
    for (const name of keysOf(typed)) {
      if (typed[name] !== '') setValue(name, typed[name], { shouldDirty: true, shouldValidate: true })
    }
  }, [typed, before, setValue])
  const fields = useFields(form)
  const { isDirty } = form.formState
  const save = (invite: boolean) =>
    form.handleSubmit((values) =>
      send(
        { body: newClientBody(values, invite), photo },
        {
          onSuccess: ({ client: { name }, photoFailed }) => {
            if (photoFailed) setAlert(t('savedWithoutPhoto', { name }), 'warning')
            else setAlert(t(invite ? 'savedAndInvited' : 'saved', { name }), 'success')
          },
          onSuccessHere: ({ client: { id } }) => void navigate(paths.clientView({ clientId: id })),
          onErrorHere: (failure) => showFailure(failure, { form, about: REFUSED_EMAILS }),
        },
      ),
    )
  const running = create.variables?.body.invite === true ? ('invite' as const) : ('only' as const)
  return {
    form,
    fields,
    photo,
    setPhoto,
    save,
    saving: create.isPending ? running : undefined,
    isDirty: isDirty || photo !== null || before !== null,
  }
}
