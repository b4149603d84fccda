import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { resourceQuery } from '../resources.queries.ts'
import { Preview } from './Preview.tsx'
import { useNotedAsSeen } from './use-noted-as-seen.ts'

/** A resource that is shown in a call; whom it was given to has seen it by that. */
export function ResourceInCall({ resourceId }: { resourceId: string }) {
  const { t } = useTranslation('resources')
  const query = useQuery(resourceQuery(resourceId))
  // Also one that was shown until now: it was taken back meanwhile.
  if (query.error instanceof ApiFailure && query.error.status === 404) return <p>{t('shownNoMore')}</p>
  return (
    <QueryView query={query} skeleton={<Skeleton height={200} radius={12} />}>
      {(resource) => <Seen resource={resource} />}
    </QueryView>
  )
}

function Seen({ resource }: { resource: ResourceDetail }) {
  useNotedAsSeen(resource)
  return <Preview resource={resource} below={2} />
}
