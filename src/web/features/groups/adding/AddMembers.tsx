import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { seatsLeft, takenSeats } from '../seats.ts'
import classes from './AddMembers.module.css'

type Props = {
  group: GroupDetail
  onOpen: () => void
  /** Another one where the page has its main button elsewhere. */
  variant?: 'filled' | 'default' | 'light'
}

/** The button to add members; disabled with a reason when the group is full (product §7). */
export function AddMembers({ group, onOpen, variant = 'filled' }: Props) {
  const { t } = useTranslation('groups')
  const reason = useId()
  const { status, allowedActions, capacity } = group
  const allowed = allowedActions.includes('addMember')
  const isFull = !allowed && seatsLeft(group) === 0 && (status === 'open' || status === 'running')
  if (!allowed && !isFull) return null
  return (
    <div className={classes.way}>
      {isFull && (
        <span id={reason} className={classes.reason}>
          {t('full', { taken: takenSeats(group), capacity })}
        </span>
      )}
      <Button
        variant={variant}
        leftSection={<IconUserPlus size={18} aria-hidden="true" />}
        disabled={isFull}
        aria-describedby={isFull ? reason : undefined}
        onClick={onOpen}
      >
        {t('members.add')}
      </Button>
    </div>
  )
}
