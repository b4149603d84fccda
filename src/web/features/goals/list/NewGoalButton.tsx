import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { beginGoal } from '#web/store/new-goal.ts'
import type { GoalOwner } from '#web/widgets/queries/goal.queries.ts'

type Props = {
  of: GoalOwner
  /** Where the page has another main button. */
  light?: boolean
}

/** Begins a goal of a person or group. */
export function NewGoalButton({ of, light = false }: Props) {
  const { t } = useTranslation('goals')
  return (
    <Button
      variant={light ? 'light' : 'filled'}
      aria-haspopup="dialog"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => beginGoal(of)}
    >
      {t('new.title')}
    </Button>
  )
}
