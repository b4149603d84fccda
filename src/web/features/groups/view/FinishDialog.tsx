import { IconFlag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { fromIso } from '#time/clock.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { EndingSessions } from '#web/widgets/session/EndingSessions.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { comingOfGroupQuery } from '../groups.queries.ts'

type Props = {
  group: GroupDetail
  timezone: string
  finishing: boolean
  problem: string | undefined
  onAccept: () => void
  onClose: () => void
}

/** Confirms finishing a group, with the upcoming sessions it cancels (product §7). */
export function FinishDialog({ group, timezone, finishing, problem, onAccept, onClose }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const now = useNow()
  const query = useQuery(comingOfGroupQuery(group.id))
  const began = group.status !== 'draft' && group.status !== 'open'
  return (
    <ConfirmDialog
      opened
      title={t(began ? 'finishing.title' : 'closing.title', { name: group.name })}
      subtitle={t(began ? 'finishing.text' : 'closing.text')}
      icon={<IconFlag size={24} />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t(began ? 'finishing.accept' : 'closing.accept'),
        run: onAccept,
        loading: finishing,
        loadingLabel: t('common:loading'),
        danger: true,
        disabled: query.data === undefined,
      }}
      error={problem}
      onClose={onClose}
    >
      <QueryView
        query={query}
        skeleton={<ListSkeleton label={t('common:loading')} rows={2} avatars={false} />}
      >
        {(coming) => {
          // A session in progress continues and is closed as usual.
          const ending = coming.filter(({ startsAt }) => fromIso(startsAt) > now)
          return (
            <EndingSessions
              sessions={ending}
              timezone={timezone}
              heading={t('finishing.cancels', { count: ending.length })}
              rest={(count) => t('finishing.more', { count })}
            />
          )
        }}
      </QueryView>
    </ConfirmDialog>
  )
}
