import { Select } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Coachee } from '#web/widgets/people/CoacheeFilter.tsx'
import { goalQuery, goalsQuery } from '#web/widgets/queries/goal.queries.ts'

type Props = {
  /** Whose goals there are to choose from; without anybody only the one that the URL names. */
  of: Coachee | null
  value: string | null
  onChange: (goalId: string | null) => void
  className: string | undefined
}

/** The goal that actions lead to. Hidden while no goal can be chosen. */
export function GoalFilter({ of, value, onChange, className }: Props) {
  const { t } = useTranslation('actions')
  const { data } = useInfiniteQuery({
    ...goalsQuery(of ?? { type: 'Client', itemId: '' }, 'open'),
    enabled: of !== null,
  })
  const listed = of === null ? [] : (data?.pages.flatMap((page) => page.data) ?? [])
  const isListed = listed.some(({ id }) => id === value)
  const { data: named } = useQuery({ ...goalQuery(value ?? ''), enabled: value !== null && !isListed })
  const goals = named && named.id === value && !isListed ? [named, ...listed] : listed
  if (goals.length === 0) return null
  return (
    <Select
      aria-label={t('all.goal')}
      placeholder={t('all.goal')}
      data={goals.map(({ id, title }) => ({ value: id, label: title }))}
      clearable
      value={goals.some(({ id }) => id === value) ? value : null}
      onChange={onChange}
      className={className}
    />
  )
}
