import { Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Fields } from '#web/widgets/forms/form-fields.ts'
import { type GoalOwner, goalsQuery } from '#web/widgets/queries/goal.queries.ts'

type Props<T extends FieldValues, Output> = Pick<Fields<'goalId'>, 'state'> & {
  control: Control<T, unknown, Output>
  /** Whose goals they are; null before somebody was chosen. */
  of: GoalOwner | null
}

/** The goal that an action leads to (product §12). Not there for somebody without active goals. */
export function GoalField<T extends FieldValues, Output>({ control, state, of }: Props<T, Output>) {
  const { t } = useTranslation('actions')
  const { data } = useInfiniteQuery({
    ...goalsQuery(of ?? { type: 'Client', itemId: '' }, 'open'),
    enabled: of !== null,
  })
  const goals = of === null ? [] : (data?.pages.flatMap((page) => page.data) ?? [])
  return (
    <Controller
      control={control}
      name={'goalId' as Path<T>}
      render={({ field: { ref, value, onChange, onBlur } }) => {
        // One that was chosen stays a choice while it is paused.
        const choices = goals.filter(({ id, status }) => status === 'active' || id === value)
        if (choices.length === 0) return <></>
        return (
          <Select
            ref={ref}
            label={t('new.goal')}
            placeholder={t('new.noGoal')}
            data={choices.map(({ id, title }) => ({ value: id, label: title }))}
            clearable
            // One that ended is not among them: until another is chosen it stays.
            value={choices.some(({ id }) => id === value) ? value : null}
            onChange={onChange}
            onBlur={onBlur}
            {...state('goalId')}
          />
        )
      }}
    />
  )
}
