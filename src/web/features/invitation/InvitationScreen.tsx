import '#web/ui/theme/large-fields.css'
import '#web/ui/theme/kit-rest.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { useStore } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { PublicFrame } from '#web/widgets/page/PublicFrame.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { ClosedInvitation } from './components/ClosedInvitation.tsx'
import { ExpiredInvitation } from './components/ExpiredInvitation.tsx'
import { InvitationSkeleton } from './components/InvitationSkeleton.tsx'
import { OpenInvitation } from './components/OpenInvitation.tsx'
import { dropKeptLink, useInvitationMemory } from '#web/widgets/sign-in/invitation-memory.ts'
import { invitationQuery } from './invitation.queries.ts'
import { closedBy } from './stage.ts'
import { useLinkToken } from './use-link-token.ts'

/** Where the mailed link leads (product §4). */
export function Component() {
  const { clientId = '' } = useParams()
  const isLogged = useStore((root) => root.session.isLogged)
  const phase = useInvitationMemory((memory) => memory.phase)
  const token = useLinkToken(clientId)

  if (phase === 'inside' && isLogged) return <Navigate to={paths.dashboard()} replace />
  if (token === undefined || phase === 'entering') {
    return (
      <Frame width="wide">
        <InvitationSkeleton />
      </Frame>
    )
  }
  if (phase === 'refused' || token === null) {
    return (
      <Frame width="card">
        <ClosedInvitation why={phase === 'refused' ? 'refused' : 'missing'} />
      </Frame>
    )
  }
  return <Invitation clientId={clientId} token={token} />
}

function Frame({ width, children }: { width: 'card' | 'wide'; children: ReactNode }) {
  const { t } = useTranslation('invitation')
  return (
    <PublicFrame title={t('title')} width={width}>
      {children}
    </PublicFrame>
  )
}

function Invitation({ clientId, token }: { clientId: string; token: string }) {
  const query = useQuery(invitationQuery(clientId, token))
  const why = closedBy(query.error)
  useEffect(() => {
    // An expired link can still be used to request another (product §4).
    if (why && why !== 'expired') dropKeptLink()
  }, [why])
  if (why) {
    return (
      <Frame width="card">
        {why === 'expired' ? (
          <ExpiredInvitation clientId={clientId} token={token} />
        ) : (
          <ClosedInvitation why={why} />
        )}
      </Frame>
    )
  }
  return (
    <Frame width="wide">
      <QueryView query={query} skeleton={<InvitationSkeleton />}>
        {(invitation) => <OpenInvitation invitation={invitation} token={token} />}
      </QueryView>
    </Frame>
  )
}
