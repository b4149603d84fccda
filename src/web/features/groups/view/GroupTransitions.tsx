import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { type GroupTransition, TRANSITIONS, useTransitionGroup } from '../groups.queries.ts'
import { FinishDialog } from './FinishDialog.tsx'

type Props = { group: GroupDetail; timezone: string }

/** The status transitions the server allows; finishing is confirmed, archiving has an undo. */
export function GroupTransitions({ group, timezone }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const { mutateAsync, isPending, variables } = useTransitionGroup(group.id)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  // Read once: when finishing is reported, the status has already changed.
  const { status } = group
  const wordOf = (move: GroupTransition) =>
    move === 'finish' && (status === 'draft' || status === 'open') ? 'close' : move
  // The primary button is the last one, as on every screen.
  const possible = TRANSITIONS.filter((move) => group.allowedActions.includes(move)).toSorted(
    (a, b) => Number(leadsOn(a)) - Number(leadsOn(b)),
  )

  // A promise: undo may be clicked after this screen is left.
  const run = (move: GroupTransition, undo?: GroupTransition) =>
    void mutateAsync(move).then(
      ({ name }) => {
        setAsking(false)
        setAlert(
          t(`moved.${wordOf(move)}`, { name }),
          'success',
          undo ? { label: t('common:undo'), run: () => run(undo) } : null,
        )
      },
      (failure: unknown) => showFailure(failure, move === 'finish' ? { dialog: setProblem } : {}),
    )
  const begin = (move: GroupTransition) => {
    if (move !== 'finish') return run(move, BACK[move])
    setProblem(undefined)
    setAsking(true)
  }

  return (
    <>
      {possible.map((move) => (
        <LoadingButton
          key={move}
          variant={leadsOn(move) ? 'filled' : 'default'}
          loading={isPending && variables === move && !asking}
          loadingLabel={t('common:loading')}
          disabled={isPending}
          onClick={() => begin(move)}
        >
          {t(`moves.${wordOf(move)}`)}
        </LoadingButton>
      ))}
      {asking && (
        <FinishDialog
          group={group}
          timezone={timezone}
          finishing={isPending}
          problem={problem}
          onAccept={() => run('finish')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const leadsOn = (move: GroupTransition) => move === 'publish' || move === 'restore'

/** Transitions that can be undone. */
const BACK: Partial<Record<GroupTransition, GroupTransition>> = { archive: 'restore', restore: 'archive' }
