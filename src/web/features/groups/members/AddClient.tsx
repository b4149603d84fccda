import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import type { GroupDetail } from '#contract/groups.ts'
import { failureText, showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { LONGEST_SEARCH } from '#web/features/groups/list/group-filter.ts'
import { addableClientsQuery, useAddMembers } from '../groups.queries.ts'
import { ClientForm } from './members-form.ts'
import classes from './AddMembersDialog.module.css'

const SEARCH_PAUSE_MS = 250

/** Adds an existing client of the coach, who is a member at once. */
export function AddClient({ group, onDone }: { group: GroupDetail; onDone: () => void }) {
  const { t } = useTranslation(['groups', 'common'])
  const add = useAddMembers(group.id)
  const form = useSchemaForm(ClientForm, { defaultValues: { clientId: '' } })
  const { state, formError } = useFields(form)
  // Keeps earlier results, so that the chosen name does not vanish with the next search.
  const [chosen, setChosen] = useState<ClientDto>()
  const { people, failure, setTyped } = useAddable(group, chosen)

  // A promise: the toast appears even if the dialog was closed meanwhile.
  const submit = form.handleSubmit(({ clientId }) =>
    add.mutateAsync({ clientId }).then(
      () => {
        setAlert(t('adding.doneOne', { name: chosen?.name ?? '' }), 'success')
        onDone()
      },
      (failure: unknown) => showFailure(failure, { form }),
    ),
  )
  return (
    <form noValidate className={`${classes.form} ${classes.roomy}`} onSubmit={(event) => void submit(event)}>
      <Controller
        control={form.control}
        name="clientId"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <Select
            ref={ref}
            label={t('adding.client')}
            placeholder={t('adding.clientPlaceholder')}
            description={t('adding.clientHint')}
            withAsterisk
            searchable
            maxLength={LONGEST_SEARCH}
            data-autofocus
            data={(people ?? []).map(({ id, fullName, email }) => ({
              value: id,
              label: `${fullName} · ${email}`,
            }))}
            // The server has filtered; the results are shown unfiltered.
            filter={({ options }) => options}
            value={value === '' ? null : value}
            onChange={(id) => {
              setChosen(people?.find((each) => each.id === id))
              onChange(id ?? '')
            }}
            onBlur={onBlur}
            onSearchChange={setTyped}
            // Inside the dialog, which leaves room below the field. It is positioned while the list is loading, so it
            // aligns to the field's start, whatever its width.
            comboboxProps={{
              withinPortal: false,
              position: 'bottom-start',
              middlewares: { flip: false, shift: false },
            }}
            maxDropdownHeight={190}
            {...state('clientId')}
          />
        )}
      />
      {/* Outside the listbox: an empty listbox is invalid for screen readers. */}
      <p className={classes.hint} role="status">
        {failure ? failureText(failure) : people?.length === 0 && t('adding.noClients')}
      </p>
      <FormError text={formError} />
      <div className={classes.buttons}>
        <LoadingButton type="submit" loading={add.isPending} loadingLabel={t('common:loading')}>
          {t('adding.submitClient')}
        </LoadingButton>
      </div>
    </form>
  )
}

/** The offered clients: matching active ones who are not in this group yet. */
function useAddable(group: GroupDetail, chosen: ClientDto | undefined) {
  const { coachId } = useViewer()
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), SEARCH_PAUSE_MS)
  // The field shows the chosen name; searching for it would hide all others.
  const search = chosen && settled.startsWith(chosen.fullName) ? '' : settled
  const { data, error } = useQuery(addableClientsQuery(coachId, search))
  const taken = new Set(
    (group.people ?? [])
      .filter(({ status }) => status === 'active' || status === 'invited')
      .map(({ clientId }) => clientId),
  )
  const found = data?.filter(({ id, status }) => status === 'active' && !taken.has(id))
  const people = found && chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return { people, failure: error, setTyped }
}
