import '#web/ui/theme/kit-pills.ts'
import { ActionIcon, Button, MultiSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { dateOf } from '#time/calendar-date.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useRowFocus } from '#web/ui/use-row-focus.ts'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { lazyNotice } from '#web/widgets/lazy-part.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { MAX_ACTIONS, type ClosingValues, noAction } from './closing-form.ts'
import classes from './ActionRows.module.css'

// Many people have no goals yet.
const ActionGoal = lazyNotice(() => import('./goals/ActionGoal.tsx'))

type Props = { session: Pick<SessionDto, 'id' | 'type' | 'attendance'> }

/**
 * New actions of a session with their due dates, the goals they lead to and, in a group, their members; empty rows are
 * dropped.
 */
export function ActionRows({ session }: Props) {
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
          {session.type === 'Group' && <ForWhom people={session.attendance} at={at} />}
          <Suspense>
            <ActionGoal session={session} at={at} />
          </Suspense>
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
          onClick={() => rows.append(noAction())}
        >
          {t('closing.addAction')}
        </Button>
      )}
    </>
  )
}

function ForWhom({ people, at }: { people: SessionDto['attendance']; at: number }) {
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
