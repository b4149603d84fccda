import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { showFailure } from '#web/api/errors.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useRowFocus } from '#web/ui/use-row-focus.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { PeopleForm, nobody } from './members-form.ts'
import type { PastedPerson } from './pasted-people.ts'
import { useAdding } from './use-adding.ts'
import { seatsLeft } from '../seats.ts'
import classes from './AddMembersDialog.module.css'
import rowClasses from './PeopleRows.module.css'

type Props = {
  group: GroupDetail
  /** The clients who are added with them. */
  clientIds: readonly string[]
  people: PastedPerson[]
  onDone: () => void
  onStartOver: () => void
}

const FIELDS = ['name', 'lastName', 'email'] as const

/** Pasted people as an editable list: missing data is marked from the start, refusals at their row. */
export function PeopleRows({ group, clientIds, people, onDone, onStartOver }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const { add, isAdding } = useAdding(group)
  const form = useSchemaForm(PeopleForm, { defaultValues: { people } })
  const { field, state, formError } = useFields(form, { redFromStart: true })
  const rows = useFieldArray({ control: form.control, name: 'people' })
  const rowFocus = useRowFocus()
  const count = rows.fields.length
  const over = count + clientIds.length - seatsLeft(group)

  // A promise: the toast appears even if the dialog was closed meanwhile.
  const submit = form.handleSubmit((body) =>
    add(clientIds, body.people).then(onDone, (failure: unknown) => showFailure(failure, { form })),
  )
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <p className={over > 0 ? classes.warning : classes.hint} role="status">
        {clientIds.length > 0
          ? t('adding.together', { chosen: clientIds.length, count })
          : t('adding.found', { count })}{' '}
        {over > 0
          ? t('adding.overSeats', { count: over })
          : over === 0
            ? t('noSeatsLeft')
            : t('seatsLeft', { count: -over })}
      </p>
      <ol className={rowClasses.rows}>
        {rows.fields.map(({ id }, at) => (
          <li
            key={id}
            className={rowClasses.row}
            data-wrong={FIELDS.some((name) => state(`people.${at}.${name}`).error) || undefined}
          >
            {FIELDS.map((name) => (
              <TextInput
                key={name}
                type={name === 'email' ? 'email' : 'text'}
                label={t(`adding.${name}`)}
                classNames={{ label: rowClasses.label }}
                aria-label={t('adding.fieldOf', { field: t(`adding.${name}`), n: at + 1 })}
                placeholder={t(`adding.${name}`)}
                autoComplete="off"
                className={rowClasses[name]}
                {...field(`people.${at}.${name}`)}
              />
            ))}
            <ActionIcon
              variant="subtle"
              color="negative"
              size="lg"
              className={rowClasses['remove']}
              aria-label={t('adding.removeRow', { n: at + 1 })}
              ref={rowFocus.buttonAt(at)}
              onClick={() => {
                rowFocus.removed(at)
                rows.remove(at)
              }}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <FormError text={formError} />
      <div className={`${classes.buttons} ${rowClasses.foot}`}>
        <Button variant="subtle" onClick={onStartOver} disabled={isAdding}>
          {t('adding.startOver')}
        </Button>
        <Button
          ref={rowFocus.buttonAt(count)}
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          disabled={over >= 0 || isAdding}
          onClick={() => rows.append(nobody)}
        >
          {t('adding.addRow')}
        </Button>
        <LoadingButton
          type="submit"
          loading={isAdding}
          loadingLabel={t('common:loading')}
          disabled={over > 0 || count === 0}
        >
          {clientIds.length === 0
            ? t('adding.submitMany', { count })
            : t('adding.submitClients', { count: count + clientIds.length })}
        </LoadingButton>
      </div>
    </form>
  )
}
