import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconFlag, IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GroupDetail } from '#contract/groups.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { type GroupTransition, TRANSITIONS, useTransitionGroup } from '../groups.queries.ts'
import { FinishDialog } from './FinishDialog.tsx'

type Props = { group: GroupDetail; timezone: string }

/**
 * The status transitions the server allows; finishing is confirmed, archiving has an undo. What is rarely done, editing and
 * finishing, is in a menu (design.md, "Buttons").
 */
export function GroupTransitions({ group, timezone }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const { mutateAsync, isPending, variables } = useTransitionGroup(group.id)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  // The menu item that opens the dialog is unmounted when it closes.
  const menu = useRef<HTMLButtonElement>(null)
  // Read once: when finishing is reported, the status has already changed.
  const { status } = group
  const wordOf = (move: GroupTransition) =>
    move === 'finish' && (status === 'draft' || status === 'open') ? 'close' : move
  // The primary button is the last one, as on every screen.
  const can = (action: GroupDetail['allowedActions'][number]) => group.allowedActions.includes(action)
  const possible = TRANSITIONS.filter((move) => move !== 'finish' && can(move)).toSorted(
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

  return (
    <>
      {(can('edit') || can('finish')) && (
        // Inside the main landmark; a portal would be outside of all landmarks.
        <Menu position="bottom-end" width={220} withinPortal={false}>
          <Menu.Target>
            <ActionIcon
              ref={menu}
              variant="default"
              size="input-sm"
              aria-label={t('members.menuOf', { name: group.name })}
            >
              <IconDots size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {can('edit') && (
              <Menu.Item
                component={Link}
                to={paths.groupEdit({ groupId: group.id })}
                leftSection={<IconPencil size={18} aria-hidden="true" />}
              >
                {t('edit')}
              </Menu.Item>
            )}
            {can('finish') && (
              <Menu.Item
                c="negative"
                leftSection={<IconFlag size={18} aria-hidden="true" />}
                disabled={isPending}
                onClick={() => {
                  setProblem(undefined)
                  setAsking(true)
                }}
              >
                {t(`moves.${wordOf('finish')}`)}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {possible.map((move) => (
        <LoadingButton
          key={move}
          variant={leadsOn(move) ? 'filled' : 'default'}
          loading={isPending && variables === move}
          loadingLabel={t('common:loading')}
          disabled={isPending}
          onClick={() => run(move, BACK[move])}
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
          onClose={() => {
            setAsking(false)
            menu.current?.focus()
          }}
        />
      )}
    </>
  )
}

const leadsOn = (move: GroupTransition) => move === 'publish' || move === 'restore'

/** Transitions that can be undone. */
const BACK: Partial<Record<GroupTransition, GroupTransition>> = { archive: 'restore', restore: 'archive' }
