import { Anchor, Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ActionDto, ActionStatus } from '#contract/actions.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { ActionMeta } from '#web/widgets/actions/ActionCheck.tsx'
import { useSetActionStatus } from '#web/widgets/queries/action.queries.ts'

type Props = { action: ActionDto; today: CalendarDate; onClose: () => void }

/** The most wanted transitions first. */
const ORDER: readonly ActionStatus[] = ['done', 'inProgress', 'pending', 'wontDo']

/** One action: its status, its session, and the transitions it allows. It is open while it is mounted. */
export function ActionDialog({ action, today, onClose }: Props) {
  const { t } = useTranslation(['actions', 'common'])
  const { mutateAsync } = useSetActionStatus()
  useFocusBack()
  const setStatus = (status: ActionStatus) => void mutateAsync({ action, status }).catch(showFailure)
  return (
    <Modal
      opened
      onClose={onClose}
      title={action.text}
      centered
      size={520}
      radius={16}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ActionMeta action={action} today={today} />
      {action.sessionId && (
        <Anchor
          component={Link}
          to={paths.sessionView({ sessionId: action.sessionId })}
          size="sm"
          className="lone-link"
        >
          {t('fromSession')}
        </Anchor>
      )}
      <Group mt="lg" gap="xs" grow preventGrowOverflow={false}>
        {ORDER.filter((status) => action.allowedStatuses.includes(status)).map((status) => (
          <Button
            key={status}
            variant={status === 'done' ? 'filled' : 'default'}
            onClick={() => setStatus(status)}
          >
            {t(`moves.${status}`)}
          </Button>
        ))}
      </Group>
    </Modal>
  )
}
