import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateOf } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useAssignToGroup } from '#web/widgets/queries/action.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { newActionBody } from '../add/new-action-form.ts'
import { useSessionOfCall } from '../add/use-session-of-call.ts'
import { WordingFields } from '../components/WordingFields.tsx'
import { wordingSchema } from '../view/action-form.ts'
import classes from './AssignDialog.module.css'

type Person = { clientId: string; name: string }

type Props = {
  groupId: string
  people: readonly Person[]
  /** What it begins with. */
  words?: { text: string; detail: string }
  onClose: () => void
}

/** A new action for everybody of a group, or for some of them: each gets a separate one (product §12). */
export default function AssignDialog({ groupId, people, words, onClose }: Props) {
  const { t } = useTranslation(['actions', 'common'])
  const { timezone } = useViewer()
  const today = dateOf(useNow(), timezone)
  const assign = useAssignToGroup(groupId)
  const inCall = useSessionOfCall()
  const form = useSchemaForm(wordingSchema, {
    defaultValues: {
      text: words?.text ?? '',
      detail: words?.detail ?? '',
      dueOn: null as string | null,
      reminds: true,
      goalId: null as string | null,
    },
  })
  const { field, state, formError } = useFields(form)
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [lacksPeople, setLacksPeople] = useState(false)
  const submit = form.handleSubmit((action) => {
    if (chosen?.size === 0) {
      setLacksPeople(true)
      return undefined
    }
    const some = chosen && { people: people.map(({ clientId }) => clientId).filter((id) => chosen.has(id)) }
    return assign.mutateAsync({ ...newActionBody(action), ...some, ...inCall }).then(
      () => {
        onClose()
        setAlert(t('group.added'), 'success')
      },
      (failure: unknown) => showFailure(failure, { form }),
    )
  })
  return (
    <FormDialog title={t('group.new')} isSending={assign.isPending} onClose={onClose}>
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        <WordingFields
          control={form.control}
          field={field}
          state={state}
          today={today}
          reminded="group"
          goalsOf={{ type: 'Group', itemId: groupId }}
          isFirst
        />
        <People
          people={people}
          chosen={chosen}
          error={lacksPeople && chosen?.size === 0 ? t('group.choose') : undefined}
          onChange={setChosen}
        />
        <FormError text={formError} />
        <div className={classes.buttons}>
          <p className={classes.hint}>{t('group.told')}</p>
          <LoadingButton type="submit" loading={assign.isPending} loadingLabel={t('common:loading')}>
            {t('new.submit')}
          </LoadingButton>
        </div>
      </form>
    </FormDialog>
  )
}

type PeopleProps = {
  people: readonly Person[]
  /** Null for the whole group. */
  chosen: ReadonlySet<string> | null
  error: string | undefined
  onChange: (chosen: ReadonlySet<string> | null) => void
}

function People({ people, chosen, error, onChange }: PeopleProps) {
  const { t } = useTranslation('actions')
  return (
    <div className={classes.people}>
      <Segments
        label={t('group.who')}
        options={[
          { value: 'everybody', label: t('group.everybody') },
          { value: 'some', label: t('group.some') },
        ]}
        value={chosen === null ? 'everybody' : 'some'}
        onChange={(who) => onChange(who === 'everybody' ? null : new Set())}
      />
      {chosen !== null && (
        <Checkbox.Group
          label={t('group.who')}
          error={error}
          value={[...chosen]}
          onChange={(ids) => onChange(new Set(ids))}
        >
          <div className={classes.list}>
            {people.map(({ clientId, name }) => (
              <Checkbox key={clientId} value={clientId} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </div>
  )
}
