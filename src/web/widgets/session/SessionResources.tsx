import { Anchor, Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GroupResource } from '#contract/resources/resource-assignments.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import classes from './SessionResources.module.css'

/** What was given with a session. */
export const sessionGivenQuery = (sessionId: string) =>
  queryOptions({
    queryKey: queryKey('resource', 'session', sessionId),
    queryFn: ({ signal }) =>
      call('GET /v1/resource/Session/:sessionId', { params: { sessionId } }, { signal }),
  })

type Props = {
  sessionId: string
  viewer: Viewer
  /** What can be done with each where they are shown. */
  action?: ((resource: GroupResource['resource']) => ReactNode) | undefined
}

/** The resources of a session; for its coach with the way to attach more (product §14). */
export function SessionResources({ sessionId, viewer, action }: Props) {
  const { t } = useTranslation('resources')
  const { data } = useQuery(sessionGivenQuery(sessionId))
  const isCoach = viewer.side === 'coach'
  // Most sessions have no resources: nothing is shown before they are known, or where nobody could read any.
  if (!isCoach && !data?.data.length) return null
  return (
    <Card
      title={t('attach.card')}
      aside={
        isCoach && (
          <Button
            component={Link}
            to={paths.resourcesOfSession({ sessionId })}
            size="compact-sm"
            variant="subtle"
            // Its words end where the card's do.
            mr={-9}
            leftSection={<IconPaperclip size={16} aria-hidden="true" />}
          >
            {t('attach.open')}
          </Button>
        )
      }
    >
      {data?.data.length ? (
        <ul className={classes.list}>
          {data.data.map(({ assignmentId, resource }) => (
            <li key={assignmentId} className={classes.resource}>
              <Anchor component={Link} to={paths.resourceView({ resourceId: resource.id })}>
                {resource.title}
              </Anchor>
              {action?.(resource)}
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.none}>{t('attach.none')}</p>
      )}
    </Card>
  )
}
