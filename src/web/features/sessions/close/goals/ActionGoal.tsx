import { Select } from '@mantine/core'
import { IconFlag2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { briefQuery } from '../../records.queries.ts'
import classes from '../ActionRows.module.css'
import type { ClosingValues } from '../closing-form.ts'

type Props = {
  session: Pick<SessionDto, 'id' | 'type'>
  /** The row of the action. */
  at: number
}

/** The goal that a new action leads to: one of the client's, or of the group's. Not there for somebody without any. */
export default function ActionGoal({ session, at }: Props) {
  const { t } = useTranslation('goals')
  // It has come with the open actions above.
  const { data } = useQuery(briefQuery(session.id))
  const form = useFormContext<ClosingValues>()
  const { state } = useFields(form)
  const name = `actions.${at}.goalId` as const
  const { field } = useController({ control: form.control, name })
  const { value = null, ref, onChange, onBlur } = field
  const goals = data?.goals.filter(
    (goal) => goal.status === 'active' && (session.type === 'Client' || goal.group !== null),
  )
  // A draft may name one that has ended or is gone by now.
  const isGone = value !== null && goals !== undefined && !goals.some(({ id }) => id === value)
  useEffect(() => {
    if (isGone) onChange(null)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each goal that is gone
  }, [isGone])
  if (!goals || goals.length === 0) return null
  return (
    <Select
      ref={ref}
      aria-label={t('closing.actionGoal', { n: at + 1 })}
      placeholder={t('closing.actionGoalPlaceholder')}
      leftSection={<IconFlag2 size={16} aria-hidden="true" />}
      className={classes.goal}
      data={goals.map(({ id, title }) => ({ value: id, label: title }))}
      clearable
      value={isGone ? null : value}
      onChange={onChange}
      onBlur={onBlur}
      {...state(name)}
    />
  )
}
