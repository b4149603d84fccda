import { Checkbox, TextInput, Textarea } from '@mantine/core'
import { type Control, Controller, type FieldValues, type Path, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MOST_DETAIL } from '#contract/actions/actions.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import type { Fields } from '#web/widgets/forms/form-fields.ts'
import type { GoalOwner } from '#web/widgets/queries/goal.queries.ts'
import { GoalField } from './GoalField.tsx'

type Name = 'text' | 'detail' | 'dueOn' | 'reminds' | 'goalId'

type Props<T extends FieldValues, Output> = Pick<Fields<Name>, 'field' | 'state'> & {
  control: Control<T, unknown, Output>
  /** The owner's date: none before it can be chosen. */
  today: CalendarDate
  /** Who is reminded on that day. */
  reminded: 'me' | 'them' | 'group'
  /** Whose goals it may lead to; null before somebody was chosen. */
  goalsOf: GoalOwner | null
  isFirst?: boolean
}

const REMINDED = { me: 'new.reminds', them: 'new.remindsOf', group: 'new.remindsGroup' } as const

/** What an action asks for: its words, its date, the reminder of that day and the goal it leads to. */
export function WordingFields<T extends FieldValues, Output>({
  control,
  field,
  state,
  today,
  reminded,
  goalsOf,
  isFirst = false,
}: Props<T, Output>) {
  const { t } = useTranslation('actions')
  const dueOn = useWatch({ control, name: 'dueOn' as Path<T> })
  return (
    <>
      <TextInput
        label={t('new.text')}
        placeholder={t('new.placeholder')}
        withAsterisk
        maxLength={200}
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        {...field('text')}
      />
      <Textarea
        label={t('new.detail')}
        placeholder={t('new.detailPlaceholder')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MOST_DETAIL}
        {...field('detail')}
      />
      <Controller
        control={control}
        name={'dueOn' as Path<T>}
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <DateField
            ref={ref}
            label={t('new.dueOn')}
            placeholder={t('new.noDate')}
            minDate={today}
            clearable
            value={value ?? null}
            onChange={onChange}
            onBlur={onBlur}
            {...state('dueOn')}
          />
        )}
      />
      {dueOn && <Checkbox label={t(REMINDED[reminded])} {...field('reminds')} />}
      <GoalField control={control} state={state} of={goalsOf} />
    </>
  )
}
