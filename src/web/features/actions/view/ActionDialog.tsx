import { Anchor, Button, Modal, Skeleton } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ActionDto, type ActionStatus, SESSIONS_TOO_MANY } from '#contract/actions/actions.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { ActionMeta } from '#web/widgets/actions/ActionCheck.tsx'
import { lazyCard } from '#web/widgets/lazy-part.tsx'
import { useSetActionStatus } from '#web/widgets/queries/action.queries.ts'
import classes from './ActionDialog.module.css'
import { DropAction } from './DropAction.tsx'
import { EditAction } from './EditAction.tsx'
import { GoalOfAction } from './GoalOfAction.tsx'
import { OwnComment } from './OwnComment.tsx'
import { useDeletion } from './use-delete-action.ts'

// Its uploads are more code than the rest of the dialog.
const ActionEvidence = lazyCard(() => import('./ActionEvidence.tsx'))

type Props = {
  action: ActionDto
  today: CalendarDate
  /** Whose it is, where the screen does not say so. */
  whose?: ReactNode
  onClose: () => void
}

/** One action: what it asks for, how it went, and what the viewer may do with it. It is open while it is mounted. */
export function ActionDialog({ action, today, whose, onClose }: Props) {
  const { t } = useTranslation(['actions', 'common'])
  const [step, setStep] = useState<'read' | 'edit' | 'drop'>('read')
  const back = () => setStep('read')
  const [isBusy, setBusy] = useState(false)
  const { mutateAsync } = useSetActionStatus()
  const remove = useDeletion()
  useFocusBack()
  const setStatus = (status: ActionStatus, reason?: string) =>
    void mutateAsync({ action, status, ...(reason && { reason }) }).catch(showFailure)
  return (
    <Modal
      opened
      onClose={onClose}
      title={step === 'edit' ? t('edit.title') : action.text}
      centered
      size={520}
      radius={16}
      // A file on its way ends with the dialog: a slip must not stop it.
      closeOnClickOutside={step === 'read' && !isBusy}
      closeOnEscape={!isBusy}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {step === 'edit' && <EditAction action={action} today={today} onDone={back} />}
      {step === 'drop' && (
        <DropAction
          onCancel={back}
          onDrop={(reason) => {
            back()
            setStatus('wontDo', reason)
          }}
        />
      )}
      {/* Kept behind the other steps: a comment that is being written, and a file on its way. */}
      <div className={classes.body} style={step === 'read' ? undefined : { display: 'none' }}>
        {whose && <p className={classes.whose}>{whose}</p>}
        <Read action={action} today={today} />
        <TooLong action={action} onEdit={() => setStep('edit')} />
        <Statuses
          action={action}
          onChoose={(status) => (status === 'wontDo' ? setStep('drop') : setStatus(status))}
        />
        {action.allowedActions.includes('comment') && <OwnComment action={action} />}
        {/* Who may attach a file always sees the part: its room is kept. */}
        <Suspense
          fallback={action.allowedActions.includes('comment') && <Skeleton height={64} radius={10} />}
        >
          <ActionEvidence action={action} onBusy={setBusy} />
        </Suspense>
        <LastRow
          action={action}
          onEdit={() => setStep('edit')}
          onDelete={() => {
            onClose()
            void remove(action)
          }}
        />
      </div>
    </Modal>
  )
}

function Read({ action, today }: Pick<Props, 'action' | 'today'>) {
  const { t } = useTranslation('actions')
  const { detail, reason, comment, allowedActions, sessionId, goalId } = action
  return (
    <>
      <ActionMeta action={action} today={today} />
      {detail && <p className={classes.text}>{detail}</p>}
      {reason && <Named label={t('drop.reason')} text={reason} />}
      {/* Its person reads it where it is written. */}
      {comment && !allowedActions.includes('comment') && <Named label={t('comment.of')} text={comment} />}
      {goalId && <GoalOfAction goalId={goalId} />}
      {sessionId && (
        <Anchor component={Link} to={paths.sessionView({ sessionId })} size="sm" className="lone-link">
          {t('fromSession')}
        </Anchor>
      )}
    </>
  )
}

function Named({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <p className={classes.text}>{text}</p>
    </div>
  )
}

/** From the third session on, whether it should be smaller (product §12). */
function TooLong({ action, onEdit }: { action: ActionDto; onEdit: () => void }) {
  const { t } = useTranslation('actions')
  if (action.sessionsOpen < SESSIONS_TOO_MANY || !action.allowedActions.includes('edit')) return null
  return (
    <div className={classes.hint}>
      <p>{t('tooLong.text', { count: action.sessionsOpen })}</p>
      <Button variant="default" size="sm" onClick={onEdit}>
        {t('tooLong.run')}
      </Button>
    </div>
  )
}

/** The most wanted statuses first. */
const ORDER: readonly ActionStatus[] = ['done', 'inProgress', 'pending', 'wontDo']

type StatusesProps = { action: ActionDto; onChoose: (status: ActionStatus) => void }

function Statuses({ action, onChoose }: StatusesProps) {
  const { t } = useTranslation('actions')
  const allowed = ORDER.filter((status) => action.allowedStatuses.includes(status))
  if (allowed.length === 0) return null
  return (
    <div className={classes.moves}>
      {allowed.map((status) => (
        <Button
          key={status}
          variant={status === 'done' ? 'filled' : 'default'}
          onClick={() => onChoose(status)}
        >
          {t(`moves.${status}`)}
        </Button>
      ))}
    </div>
  )
}

type LastRowProps = { action: ActionDto; onEdit: () => void; onDelete: () => void }

function LastRow({ action: { allowedActions }, onEdit, onDelete }: LastRowProps) {
  const { t } = useTranslation(['actions', 'common'])
  const canEdit = allowedActions.includes('edit')
  const canDelete = allowedActions.includes('delete')
  if (!canEdit && !canDelete) return null
  return (
    <div className={classes.last}>
      {canEdit ? (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconPencil size={16} aria-hidden="true" />}
          onClick={onEdit}
        >
          {t('edit.open')}
        </Button>
      ) : (
        <span />
      )}
      {canDelete && (
        <Button
          variant="subtle"
          color="negative"
          size="sm"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          onClick={onDelete}
        >
          {t('delete')}
        </Button>
      )}
    </div>
  )
}
