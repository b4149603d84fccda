import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceId, SessionId } from '#contract/values.ts'
import type { ShownResource } from '#contract/video/signals.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { SessionResources } from '#web/widgets/session/SessionResources.tsx'
import type { CallSession } from '../call/call-session.ts'

type Props = { sessionId: SessionId; call: CallSession | undefined; shown: ShownResource | null }

/** The resources of the session; its coach shows one of them to everybody in the call. */
export function ResourcesToShow({ sessionId, call, shown }: Props) {
  const { t } = useTranslation('video')
  const viewer = useViewer()
  const show = useShowing(call)
  const action = ({ id, title }: { id: ResourceId; title: string }) => {
    const isShown = id === shown?.resourceId
    return (
      <Button
        size="compact-sm"
        variant={isShown ? 'light' : 'subtle'}
        // Words without a ground end where the card's do.
        mr={isShown ? 0 : -9}
        aria-label={t(isShown ? 'shown.stopOf' : 'shown.showOf', { title })}
        onClick={() => show(isShown ? null : id)}
      >
        {t(isShown ? 'shown.stop' : 'shown.show')}
      </Button>
    )
  }
  return (
    <SessionResources
      sessionId={sessionId}
      viewer={viewer}
      action={viewer.side === 'coach' ? action : undefined}
    />
  )
}

/** Shows a resource to all, or none any more. What is pressed while the server is asked is ignored. */
function useShowing(call: CallSession | undefined) {
  const { t } = useTranslation('video')
  // Not by a disabled button: the focus would be lost.
  const isAsking = useRef(false)
  return (resourceId: ResourceId | null) => {
    if (!call || isAsking.current) return
    isAsking.current = true
    call
      .showToAll(resourceId)
      .catch((error: unknown) => {
        const isGone = error instanceof Error && error.message === 'resource.not_found'
        const failed = resourceId === null ? t('shown.notStopped') : t('shown.failed')
        setAlert(isGone ? t('shown.gone') : failed, 'error')
      })
      .finally(() => {
        isAsking.current = false
      })
  }
}
