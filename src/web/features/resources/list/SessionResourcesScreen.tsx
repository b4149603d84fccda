import { Button } from '@mantine/core'
import { IconCheck, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { ResourceDto } from '#contract/resources/resources.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { sessionGivenQuery } from '#web/widgets/session/SessionResources.tsx'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { useAssign } from '../resources.queries.ts'
import { Library } from './Library.tsx'

/** The library, open to attach to a session (product §14). */
export function Component() {
  const { t } = useTranslation('resources')
  const { sessionId = '' } = useParams()
  const session = useQuery(sessionQuery(sessionId))
  const given = useQuery(sessionGivenQuery(sessionId))
  if (isMissing(session)) return <NotFound />
  const attached = new Set(given.data?.data.map(({ resource }) => resource.id))
  return (
    <Library
      title={t('attach.title')}
      subtitle={session.data?.title}
      back={
        <BackLink to={paths.sessionView({ sessionId })} label={session.data?.title ?? t('attach.back')} />
      }
      action={(resource) => (
        <Attach resource={resource} sessionId={sessionId} isAttached={attached.has(resource.id)} />
      )}
    />
  )
}

type Props = { resource: ResourceDto; sessionId: string; isAttached: boolean }

function Attach({ resource: { id, title }, sessionId, isAttached }: Props) {
  const { t } = useTranslation('resources')
  const { mutateAsync, isPending } = useAssign()
  const attach = () =>
    void mutateAsync({ resourceId: id, sessionId }).then(
      () => setAlert(t('attach.done', { title }), 'success'),
      showFailure,
    )
  const Icon = isAttached ? IconCheck : IconPaperclip
  return (
    <Button
      variant={isAttached ? 'transparent' : 'light'}
      disabled={isAttached}
      loading={isPending}
      leftSection={<Icon size={18} aria-hidden="true" />}
      aria-label={t(isAttached ? 'attach.attachedOf' : 'attach.attachOf', { title })}
      onClick={attach}
    >
      {t(isAttached ? 'attach.attached' : 'attach.attach')}
    </Button>
  )
}
