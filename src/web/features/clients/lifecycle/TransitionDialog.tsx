import { IconArchive, IconFlag, IconPlayerPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { showFailure } from '#web/api/errors.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { EndingSessions } from '#web/widgets/session/EndingSessions.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { comingSessionsQuery } from '#web/widgets/queries/session.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { endingWith } from './coming-sessions.ts'
import { type AskedTransition, isEnding } from './transitions.ts'
import { useClientTransition } from './use-transition.ts'

const ICONS = { pause: IconPlayerPause, finish: IconFlag, archive: IconArchive }

type Props = { client: ClientDto; move: AskedTransition; onClose: () => void }

/** Confirms pausing, finishing or archiving a process, with the upcoming sessions it cancels (product §6). */
export function TransitionDialog({ client, move, onClose }: Props) {
  const { t } = useTranslation(['clients', 'common'])
  const go = useClientTransition(client)
  const now = useNow()
  const query = useQuery({ ...comingSessionsQuery(client.id), staleTime: 0 })
  const [moving, setMoving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { name } = client
  const MoveIcon = ICONS[move]
  const ending = query.data && endingWith(query.data, now)
  const accept = () => {
    setMoving(true)
    setProblem(undefined)
    void go(move, ending?.length)
      .then(onClose, (failure: unknown) => showFailure(failure, { dialog: setProblem }))
      .finally(() => setMoving(false))
  }
  return (
    <ConfirmDialog
      opened
      title={t(`moves.title.${move}`, { name })}
      subtitle={[t(`moves.text.${move}`, { name }), client.status === 'invited' && t('moves.linkEnds')]
        .filter(Boolean)
        .join(' ')}
      icon={<MoveIcon size={24} />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t(`moves.menu.${move}`),
        run: accept,
        loading: moving,
        loadingLabel: t('common:loading'),
        danger: isEnding(move),
        disabled: ending === undefined,
      }}
      error={problem}
      onClose={onClose}
    >
      <QueryView
        query={query}
        skeleton={<ListSkeleton label={t('common:loading')} rows={2} avatars={false} />}
      >
        {(sessions) => <Ending sessions={endingWith(sessions, now)} client={client} />}
      </QueryView>
    </ConfirmDialog>
  )
}

function Ending({ sessions, client }: { sessions: readonly SessionListItem[]; client: ClientDto }) {
  const { t } = useTranslation('clients')
  const { timezone } = useViewer()
  const { name } = client
  return (
    <EndingSessions
      sessions={sessions}
      timezone={timezone}
      other={{ timezone: client.timezone, role: 'client', name }}
      heading={t('moves.cancels', { count: sessions.length, name })}
      rest={(count) => t('moves.more', { count })}
    />
  )
}
