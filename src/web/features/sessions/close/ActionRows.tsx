import '#web/ui/theme/kit-pills.ts'
import { ActionIcon, Button, MultiSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Attendee } from '#contract/sessions/sessions.ts'
import { dateOf } from '#time/calendar-date.ts'
import { useViewer } from '#web/store/viewer.ts'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { MAX_ACTIONS, type ClosingValues } from './closing-form.ts'
import classes from './ActionRows.module.css'

type Props = {
  /** For a group: the members an action can be assigned to. */
  people?: readonly Pick<Attendee, 'personId' | 'name' | 'lastName'>[] | undefined
}

/** New actions of a session with their due dates and, in a group, their members; empty rows are dropped. */
export function ActionRows({ people }: Props) {
  const { t } = useTranslation(['sessions', 'records'])
  const form = useFormContext<ClosingValues>()
  const { control } = form
  const { field, state } = useFields(form)
  const rows = useFieldArray({ control, name: 'actions' })
  const rowFocus = useRowFocus()
  const today = dateOf(useNow(), useViewer().timezone)
  return (
    <>
      {rows.fields.map(({ id }, at) => (
        <div key={id} className={classes.row}>
          <TextInput
            aria-label={t('closing.actionText', { n: at + 1 })}
            placeholder={t('closing.actionPlaceholder')}
            maxLength={200}
            className={classes.text}
            {...field(`actions.${at}.text`)}
          />
          <Controller
            control={control}
            name={`actions.${at}.dueOn`}
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <DateField
                ref={ref}
                aria-label={t('closing.actionDate', { n: at + 1 })}
                placeholder={t('closing.actionDatePlaceholder')}
                className={classes.date}
                minDate={today}
                clearable
                value={value ?? null}
                onChange={onChange}
                onBlur={onBlur}
                {...state(`actions.${at}.dueOn`)}
              />
            )}
          />
          {people && <ForWhom people={people} at={at} />}
          <ActionIcon
            variant="subtle"
            color="negative"
            size="lg"
            aria-label={t('closing.removeAction', { n: at + 1 })}
            ref={rowFocus.buttonAt(at)}
            onClick={() => {
              rowFocus.removed(at)
              rows.remove(at)
            }}
          >
            <IconTrash size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {rows.fields.length < MAX_ACTIONS && (
        <Button
          ref={rowFocus.buttonAt(rows.fields.length)}
          variant="subtle"
          className={classes.add}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => rows.append({ text: '', dueOn: null, personIds: [] })}
        >
          {t('closing.addAction')}
        </Button>
      )}
    </>
  )
}

function ForWhom({ people, at }: Required<Props> & { people: NonNullable<Props['people']>; at: number }) {
  const { t } = useTranslation('records')
  const { control } = useFormContext<ClosingValues>()
  return (
    <Controller
      control={control}
      name={`actions.${at}.personIds`}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <MultiSelect
          ref={ref}
          aria-label={t('forWhom.label', { n: at + 1 })}
          placeholder={value?.length ? '' : t('forWhom.everybody')}
          className={classes.whom}
          data={people.map(({ personId, name, lastName }) => ({
            value: personId,
            label: `${name} ${lastName}`,
          }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('forWhom.clear') }}
          nothingFoundMessage={t('forWhom.nobody')}
          value={value ?? []}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    />
  )
}
