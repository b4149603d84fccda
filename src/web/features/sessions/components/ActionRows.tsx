import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { dateOf } from '#time/calendar-date.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { DateField } from '#web/widgets/DateField.tsx'
import { useFields } from '#web/widgets/form-fields.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { MAX_ACTIONS, type ClosingValues } from '../closing-form.ts'
import classes from './ActionRows.module.css'

/** New actions of a session, each with its date; empty rows are left out. */
export function ActionRows() {
  const { t } = useTranslation('sessions')
  const form = useFormContext<ClosingValues>()
  const { control } = form
  const { field, state } = useFields(form)
  const rows = useFieldArray({ control, name: 'actions' })
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
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('closing.removeAction', { n: at + 1 })}
            onClick={() => rows.remove(at)}
          >
            <IconTrash size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {rows.fields.length < MAX_ACTIONS && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => rows.append({ text: '', dueOn: null })}
        >
          {t('closing.addAction')}
        </Button>
      )}
    </>
  )
}
