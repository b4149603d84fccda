import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgendaItem, SessionDto } from '#contract/sessions/sessions.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { otherParty } from '#web/widgets/session/session-look.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { MOST_POINTS, POINT_LENGTH, type AgendaChange } from './agenda.ts'
import { useChangeAgenda } from '../moves.queries.ts'
import classes from './AgendaCard.module.css'
import { AgendaPoint } from './AgendaPoint.tsx'

type Props = { session: SessionDto; viewer: Viewer }

/** The agenda of both sides: each adds points, and sees the other's at once (product §9). */
export function AgendaCard({ session, viewer }: Props) {
  const { t } = useTranslation(['moves', 'common'])
  const { agenda } = session
  const change = useChangeAgenda(session.id)
  const sendChange = useSend(change)
  const [failure, setFailure] = useState<string>()
  const canEdit = session.allowedActions.includes('editAgenda')
  if (!canEdit && agenda.length === 0) return null
  const sayRemoved = (id: string) =>
    setAlert(t('agenda.removed'), 'success', {
      label: t('common:undo'),
      run: () => void change.mutateAsync({ op: 'restore', id }).catch(showFailure),
    })
  const send = (wanted: AgendaChange, onSuccess?: () => void) => {
    setFailure(undefined)
    sendChange(wanted, {
      onSuccess: () => {
        onSuccess?.()
        if (wanted.op === 'remove') sayRemoved(wanted.id)
      },
      onErrorHere: (error) => showFailure(error, { dialog: setFailure, field: 'text' }),
    })
  }
  const name = otherParty(session, viewer)?.name ?? ''
  return (
    <Card
      title={t('agenda.title')}
      aside={
        canEdit && (
          <span className={classes.hint}>
            {session.group ? t('agenda.hintGroup') : t('agenda.hint', { name })}
          </span>
        )
      }
    >
      {agenda.length === 0 ? (
        <p className={classes.none}>{t('agenda.empty')}</p>
      ) : (
        <ul className={classes.points}>
          {agenda.map((item) => (
            <AgendaPoint
              key={item.id}
              item={item}
              author={isOwn(item, viewer) ? t('agenda.you') : authorOf(session, item.addedBy)}
              canEdit={canEdit}
              onChange={send}
            />
          ))}
        </ul>
      )}
      {canEdit && agenda.length < MOST_POINTS && <NewPoint adding={change.isPending} onAdd={send} />}
      <FormError text={failure} />
    </Card>
  )
}

/** In a group several members write as clients: a point is the viewer's if they may edit it. */
function isOwn({ addedBy, editable }: AgendaItem, { side }: Viewer): boolean {
  return addedBy === side && (side === 'coach' || editable)
}

function authorOf({ coach, client, group }: SessionDto, by: 'coach' | 'client'): string {
  return by === 'coach' ? coach.name : (client?.name ?? group?.name ?? '')
}

type NewPointProps = { adding: boolean; onAdd: (change: AgendaChange, onSuccess: () => void) => void }

function NewPoint({ adding, onAdd }: NewPointProps) {
  const { t } = useTranslation('moves')
  const [text, setText] = useState('')
  const isReady = text.trim().length >= POINT_LENGTH.min
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        // What was typed meanwhile stays.
        const added = () => setText((now) => (now === text ? '' : now))
        if (isReady && !adding) onAdd({ op: 'add', text: text.trim() }, added)
      }}
    >
      <TextInput
        className={classes.field}
        aria-label={t('agenda.new')}
        placeholder={t('agenda.placeholder')}
        maxLength={POINT_LENGTH.max}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button
        type="submit"
        variant="light"
        disabled={!isReady}
        loading={adding}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
      >
        {t('agenda.add')}
      </Button>
    </form>
  )
}
