import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ClientDetail } from '#contract/clients.ts'
import { dateOf } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { setAlert } from '#web/store/alert.ts'
import { useNewAction } from '#web/store/new-action.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { PersonChoice } from '#web/widgets/people/PersonChoice.tsx'
import { useAddAction } from '#web/widgets/queries/action.queries.ts'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { WordingFields } from '../components/WordingFields.tsx'
import classes from './NewActionDialog.module.css'
import { newActionBody, newActionSchema } from './new-action-form.ts'
import { useSessionOfCall } from './use-session-of-call.ts'

type Props = {
  onClose: () => void
  /** While the dialog of a client, which this one can lead to, is in its place: what was typed stays. */
  hidden?: boolean
}

/** A new action without a closing (product §12): a coach's for somebody, or a client's own. */
export default function NewActionDialog({ onClose, hidden = false }: Props) {
  const { t } = useTranslation(['actions', 'common'])
  const navigate = useNavigate()
  // What is agreed on in a call is part of its session.
  const inCall = useSessionOfCall()
  const { side, coachId, clientId: own, timezone } = useViewer()
  const given = useNewAction(({ clientId }) => clientId) ?? own
  const begunFrom = useNewAction(({ goalId }) => goalId)
  const words = useNewAction(({ words: begun }) => begun)
  const add = useAddAction()
  const form = useSchemaForm(newActionSchema, {
    defaultValues: {
      clientId: given ?? '',
      ...words,
      dueOn: null as string | null,
      reminds: true,
      goalId: begunFrom,
    },
  })
  const { field, state, formError } = useFields(form)
  const clientId = useWatch({ control: form.control, name: 'clientId' })
  const { data: client } = useQuery({
    ...clientQuery(clientId),
    enabled: side === 'coach' && clientId !== '',
  })
  const today = dateOf(useNow(), client?.timezone ?? timezone)
  const named = given !== null && client !== undefined

  // A promise: the toast appears even if the dialog was closed meanwhile.
  const submit = form.handleSubmit((action) =>
    add.mutateAsync({ ...newActionBody(action), ...inCall }).then(
      ({ id: open, clientId: itemId }) => {
        onClose()
        const text = client ? t('new.addedFor', { name: client.name }) : t('new.added')
        const place =
          side === 'client' ? paths.actions({ open }) : paths.actionsOf({ type: 'Client', itemId, open })
        // A step to another page ends a call.
        const see = { label: t('new.see'), run: () => void navigate(place) }
        setAlert(text, 'success', inCall ? null : see)
      },
      (failure: unknown) => showFailure(failure, { form }),
    ),
  )
  return (
    <FormDialog
      title={named ? t('new.titleFor', { name: client.name }) : t('new.title')}
      hidden={hidden}
      isSending={add.isPending}
      onClose={onClose}
    >
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        {given === null && (
          <Controller
            control={form.control}
            name="clientId"
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <PersonChoice
                {...{ ref, coachId, value, onBlur, ...state('clientId') }}
                onChange={(chosen) => {
                  onChange(chosen)
                  // It was one of the goals of somebody else.
                  form.setValue('goalId', null)
                }}
                title={t('new.who')}
                choosing="assignable"
              />
            )}
          />
        )}
        <WordingFields
          control={form.control}
          field={field}
          state={state}
          today={today}
          reminded={side === 'coach' ? 'them' : 'me'}
          goalsOf={clientId === '' ? null : { type: 'Client', itemId: clientId }}
          isFirst={given !== null}
        />
        <FormError text={formError} />
        <div className={classes.buttons}>
          {side === 'coach' && <Told client={client} />}
          <LoadingButton type="submit" loading={add.isPending} loadingLabel={t('common:loading')}>
            {t('new.submit')}
          </LoadingButton>
        </div>
      </form>
    </FormDialog>
  )
}

/** What the other person learns of it; the line keeps its place until somebody is chosen. */
function Told({ client }: { client: ClientDetail | undefined }) {
  const { t } = useTranslation('actions')
  const text = client && t(client.ownAccount ? 'new.told' : 'new.waits', { name: client.name })
  return <p className={classes.hint}>{text ?? '\u00a0'}</p>
}
