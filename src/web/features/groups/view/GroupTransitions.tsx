import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { type GroupTransition, TRANSITIONS, useTransitionGroup } from '../groups.queries.ts'
import { FinishDialog } from './FinishDialog.tsx'

type Props = { group: GroupDetail; timezone: string }

/** Takes a group to its next state: what the server allows, finishing with a question, archiving with a way back. */
export function GroupTransitions({ group, timezone }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const { mutateAsync, isPending, variables } = useTransitionGroup(group.id)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  // Read once: by the time a group is told to be finished, it is.
  const { status } = group
  const wordOf = (move: GroupTransition) =>
    move === 'finish' && (status === 'draft' || status === 'open') ? 'close' : move
  const possible = TRANSITIONS.filter((move) => group.allowedActions.includes(move))

  // A promise: the way back may be taken from the toast when this screen has been left.
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
          variant={move === 'publish' || move === 'restore' ? 'filled' : 'default'}
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

/** The moves that another one takes back. */
const BACK: Partial<Record<GroupTransition, GroupTransition>> = { archive: 'restore', restore: 'archive' }
