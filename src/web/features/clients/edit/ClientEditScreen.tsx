import { Button, Skeleton } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import type { ClientDetail } from '#contract/clients.ts'
import { failureText, showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { clientQuery, useResendInvitation } from '#web/widgets/queries/client.queries.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { clientChange, clientFormOf, REFUSED_EMAILS, clientSchema, lostInvitation } from './client-form.ts'
import classes from './ClientNewScreen.module.css'
import { useSaveClient } from '../clients.queries.ts'
import { ClientFields } from './ClientFields.tsx'
import { ClientPhoto } from './ClientPhoto.tsx'

/** Edits a client's data (product §6). */
export function Component() {
  const { t } = useTranslation('clients')
  const { idClient = '' } = useParams()
  const query = useQuery(clientQuery(idClient))
  if (isMissing(query)) return <NotFound />
  const name = query.data?.fullName
  return (
    <Page
      title={name === undefined ? t('edit') : t('editTitle', { name })}
      back={<BackLink to={paths.clientView({ clientId: idClient })} label={name ?? t('view')} />}
      template="form"
    >
      <QueryView query={query} skeleton={<Skeleton height={640} radius={16} />}>
        {(client) =>
          client.accountEnded ? (
            <Navigate to={paths.clientView({ clientId: client.id })} replace />
          ) : (
            <Editing key={client.id} client={client} />
          )
        }
      </QueryView>
    </Page>
  )
}

function Editing({ client }: { client: ClientDetail }) {
  const { t } = useTranslation(['clients', 'common'])
  const navigate = useNavigate()
  const save = useSaveClient(client.id)
  const send = useSend(save)
  const [moved, setMoved] = useState<ClientDetail>()
  // The values the form opened with: changes by others are neither shown nor sent.
  const [opened] = useState(() => clientFormOf(client))
  const form = useSchemaForm(clientSchema, { defaultValues: opened })
  const fields = useFields(form)
  const { isDirty } = form.formState
  const leave = () => void navigate(paths.clientView({ clientId: client.id }))

  const submit = form.handleSubmit(() =>
    send(clientChange(opened, form.getValues()), {
      onSuccess: () => setAlert(t('changesSaved'), 'success'),
      onSuccessHere: (saved) => (lostInvitation(client, saved) ? setMoved(saved) : leave()),
      onErrorHere: (failure) => showFailure(failure, { form, about: REFUSED_EMAILS }),
    }),
  )
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <ClientFields
        form={form}
        fields={fields}
        photo={<ClientPhoto client={client} />}
        owner={client.ownAccount ? client.name : undefined}
      />
      <SaveBar error={fields.formError}>
        <Button component={Link} to={paths.clientView({ clientId: client.id })} variant="default">
          {t('common:cancel')}
        </Button>
        <LoadingButton type="submit" loading={save.isPending} loadingLabel={t('common:loading')}>
          {t('saveChanges')}
        </LoadingButton>
      </SaveBar>
      <LeaveGuard active={isDirty && !save.isPending && moved === undefined} />
      {moved && <InviteNewAddress client={moved} onDone={leave} />}
    </form>
  )
}

/** The links mailed to the old address are no longer valid: offers to invite the new one (product §4). */
function InviteNewAddress({ client, onDone }: { client: ClientDetail; onDone: () => void }) {
  const { t } = useTranslation(['clients', 'common'])
  const invite = useResendInvitation()
  const send = useSend(invite)
  const { email, name } = client
  return (
    <ConfirmDialog
      opened
      title={t('newAddress.title', { name })}
      subtitle={t('newAddress.text', { email })}
      icon={<IconMailForward size={24} />}
      cancel={{ label: t('newAddress.later'), run: onDone }}
      accept={{
        label: t('invite'),
        run: () =>
          send(client.id, {
            onSuccess: () => setAlert(t('invited', { email }), 'success'),
            onSuccessHere: onDone,
          }),
        loading: invite.isPending,
        loadingLabel: t('common:loading'),
      }}
      error={invite.error ? failureText(invite.error) : undefined}
    />
  )
}
