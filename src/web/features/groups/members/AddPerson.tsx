import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useAddMembers } from '../groups.queries.ts'
import { PersonForm, nobody } from './members-form.ts'
import classes from './AddMembersDialog.module.css'

/** Invites one person who is not a client yet. */
export function AddPerson({ group, onDone }: { group: GroupDetail; onDone: () => void }) {
  const { t } = useTranslation(['groups', 'common'])
  const add = useAddMembers(group.id)
  const form = useSchemaForm(PersonForm, { defaultValues: nobody })
  const { field, formError } = useFields(form)
  // A promise: the toast appears even if the dialog was closed meanwhile.
  const submit = form.handleSubmit((person) =>
    add.mutateAsync(person).then(
      ({ people = [] }) => {
        // An existing client is a member at once; anyone else was invited.
        const isIn = people.some(({ email, status }) => email === person.email && status === 'active')
        setAlert(t(isIn ? 'adding.doneOne' : 'adding.invitedOne', { name: person.name }), 'success')
        onDone()
      },
      (failure: unknown) => showFailure(failure, { form }),
    ),
  )
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <div className={classes.names}>
        <TextInput
          label={t('adding.name')}
          withAsterisk
          autoComplete="off"
          data-autofocus
          {...field('name')}
        />
        <TextInput label={t('adding.lastName')} withAsterisk autoComplete="off" {...field('lastName')} />
      </div>
      <TextInput
        type="email"
        label={t('adding.email')}
        description={t('adding.personHint')}
        withAsterisk
        autoComplete="off"
        {...field('email')}
      />
      <FormError text={formError} />
      <div className={classes.buttons}>
        <LoadingButton type="submit" loading={add.isPending} loadingLabel={t('common:loading')}>
          {t('adding.submitPerson')}
        </LoadingButton>
      </div>
    </form>
  )
}
