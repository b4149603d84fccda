import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionDto } from '#contract/actions/actions.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { usePutAction } from '#web/widgets/queries/action.queries.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { WordingFields } from '../components/WordingFields.tsx'
import { wordingBody, wordingOf, wordingSchema } from './action-form.ts'
import classes from './ActionDialog.module.css'

type Props = { action: ActionDto; today: CalendarDate; onDone: () => void }

/** Changes what an action asks for, in its dialog. */
export function EditAction({ action, today, onDone }: Props) {
  const { t } = useTranslation(['actions', 'common'])
  const reminded = useViewer().side === 'coach' ? 'them' : 'me'
  const put = usePutAction(action.id)
  const send = useSend(put)
  const form = useSchemaForm(wordingSchema, { defaultValues: wordingOf(action) })
  const { field, state, formError } = useFields(form)
  const submit = form.handleSubmit((wording) =>
    send(wordingBody(wording), {
      onSuccessHere: onDone,
      onErrorHere: (failure) => showFailure(failure, { form }),
    }),
  )
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <WordingFields
        control={form.control}
        field={field}
        state={state}
        today={today}
        reminded={reminded}
        goalsOf={{ type: 'Client', itemId: action.clientId }}
        isFirst
      />
      <FormError text={formError} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <LoadingButton type="submit" loading={put.isPending} loadingLabel={t('common:loading')}>
          {t('edit.save')}
        </LoadingButton>
      </div>
    </form>
  )
}
