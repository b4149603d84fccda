import { IconArchive, IconPlayerPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { isEnding } from '#web/features/clients/lifecycle/transitions.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { EndingSessions } from '#web/widgets/session/EndingSessions.tsx'
import { bulkPreviewQuery, leftUnnamed, useTransitionClients } from './bulk.queries.ts'
import { ChangedClients } from './ChangedClients.tsx'
import type { DialogProps } from './dialog-props.ts'
import { LeftClients } from './LeftClients.tsx'

const ICONS = { pause: IconPlayerPause, archive: IconArchive }
/** What undoes each. */
const BACK = { pause: 'resume', archive: 'restore' } as const

/** Pauses or archives the selected clients, after naming who stays and which sessions are cancelled (product §6). */
export function MoveDialog({
  selection,
  move,
  onClose,
  onDone,
}: DialogProps & { move: 'pause' | 'archive' }) {
  const { t } = useTranslation(['clients', 'common'])
  const { timezone } = useViewer()
  const ids = [...selection.keys()]
  const query = useQuery(bulkPreviewQuery(ids, move))
  const { mutateAsync, isPending } = useTransitionClients()
  const [problem, setProblem] = useState<string>()
  const MoveIcon = ICONS[move]
  const moving = query.data?.changed.length ?? 0
  const asked = query.data?.changed ?? ids
  const lost = query.data?.comingTotal ?? 0

  const undo = (clientIds: string[]) =>
    void mutateAsync({ clientIds, transition: BACK[move] }).then(
      ({ changed }) => setAlert(t('bulk.done.undone', { count: changed.length }), 'success'),
      (failure: unknown) => showFailure(failure),
    )
  const run = () =>
    void mutateAsync({ clientIds: ids, transition: move }).then(
      ({ changed, left }) => {
        if (changed.length > 0) {
          const notBack = lost > 0 ? ` ${t('moves.notBack', { count: lost })}` : ''
          setAlert(t(`bulk.done.${move}`, { count: changed.length }) + notBack, 'success', {
            label: t('common:undo'),
            run: () => undo(changed),
          })
        }
        onDone({ left: leftUnnamed(left, query.data) }, move)
      },
      (failure: unknown) => showFailure(failure, { dialog: setProblem }),
    )
  return (
    <ConfirmDialog
      opened
      title={t(`bulk.moving.title.${move}`, {
        count: asked.length,
        name: selection.get(asked[0] ?? '')?.fullName,
      })}
      subtitle={t(query.data && moving === 0 ? `bulk.moving.nobody.${move}` : `bulk.moving.text.${move}`)}
      icon={<MoveIcon size={24} />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t(`moves.menu.${move}`),
        run,
        loading: isPending,
        loadingLabel: t('common:loading'),
        danger: isEnding(move),
        disabled: moving === 0,
      }}
      error={problem}
      onClose={onClose}
    >
      <QueryView
        query={query}
        skeleton={<ListSkeleton label={t('common:loading')} rows={2} avatars={false} />}
      >
        {({ changed, left, coming, comingTotal }) => (
          <>
            <ChangedClients changed={changed} selection={selection} />
            <EndingSessions
              sessions={coming.map(({ clientId, ...session }) => ({
                ...session,
                title: selection.get(clientId)?.fullName ?? '',
              }))}
              total={comingTotal}
              timezone={timezone}
              heading={t('bulk.moving.cancels', { count: comingTotal })}
              rest={(count) => t('moves.more', { count })}
            />
            <LeftClients left={left} selection={selection} action={move} />
          </>
        )}
      </QueryView>
    </ConfirmDialog>
  )
}
