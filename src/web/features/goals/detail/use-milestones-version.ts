import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { GoalDto } from '#contract/goals/goals.ts'
import { useBasedOn } from '#web/widgets/drafts/use-based-on.ts'
import { type GoalValues, milestonesOf } from '../add/goal-form.ts'

/**
 * The stored list of milestones, and the one that those in a form were written on. While nobody has touched them there,
 * they follow what is stored. Ticks make no other version.
 */
export function useMilestonesVersion<Output>(
  goal: GoalDto,
  form: UseFormReturn<GoalValues, unknown, Output>,
) {
  const version = JSON.stringify(milestonesOf(goal))
  const typed = JSON.stringify(useWatch({ control: form.control, name: 'milestones' }))
  const [filled, setFilled] = useState(version)
  const basedOn = useBasedOn(version, typed !== filled)
  if (filled !== basedOn && typed === basedOn) setFilled(basedOn)
  useEffect(() => {
    if (filled !== basedOn) form.setValue('milestones', listOf(basedOn))
  }, [form, basedOn, filled])
  return { stored: listOf(version), basedOn: listOf(basedOn), isOutdated: basedOn !== version }
}

const listOf = (version: string) => JSON.parse(version) as ReturnType<typeof milestonesOf>
