import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { setAlert } from '#web/store/alert.ts'
import { endBeginning } from '#web/store/new-client.ts'
import { useSessionUser } from '#web/store/store.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useCreateClient } from '../clients.queries.ts'
import { REFUSED_EMAILS, personSchema } from './client-form.ts'
import classes from './NewClientDialog.module.css'

/** A new client by three fields, over any screen; invited at once unless told otherwise (product §6). */
export default function NewClientDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['clients', 'common'])
  const navigate = useNavigate()
  const { emailVerified } = useSessionUser()
  const [invite, setInvite] = useState(emailVerified)
  const create = useCreateClient()
  const form = useSchemaForm(personSchema, { defaultValues: { name: '', lastName: '', email: '' } })
  const { field, formError } = useFields(form)

  // A promise: the toast appears even if the dialog was closed meanwhile.
  const submit = form.handleSubmit((person) =>
    create.mutateAsync({ body: { ...person, invite }, photo: null }).then(
      ({ client: { id, name } }) => {
        onClose()
        setAlert(t(invite ? 'savedAndInvited' : 'saved', { name }), 'success', {
          label: t('view'),
          run: () => void navigate(paths.clientView({ clientId: id })),
        })
      },
      (failure: unknown) => showFailure(failure, { form, about: REFUSED_EMAILS }),
    ),
  )
  const addMore = () => {
    endBeginning(form.getValues())
    void navigate(paths.clientNew())
  }
  return (
    <FormDialog title={t('newTitle')} isSending={create.isPending} onClose={onClose}>
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        <div className={classes.names}>
          <TextInput label={t('name')} withAsterisk autoComplete="off" data-autofocus {...field('name')} />
          <TextInput label={t('lastName')} withAsterisk autoComplete="off" {...field('lastName')} />
        </div>
        <TextInput type="email" label={t('email')} withAsterisk autoComplete="off" {...field('email')} />
        <Checkbox
          label={t('begin.invite')}
          description={t(emailVerified ? 'begin.inviteHint' : 'unverified')}
          checked={invite}
          disabled={!emailVerified}
          onChange={({ currentTarget }) => setInvite(currentTarget.checked)}
        />
        <FormError text={formError} />
        <div className={classes.buttons}>
          <Button variant="default" disabled={create.isPending} onClick={addMore}>
            {t('begin.more')}
          </Button>
          <LoadingButton type="submit" loading={create.isPending} loadingLabel={t('common:loading')}>
            {t(invite ? 'saveAndInvite' : 'saveOnly')}
          </LoadingButton>
        </div>
      </form>
    </FormDialog>
  )
}
