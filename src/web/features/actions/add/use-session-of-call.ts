import { useMatch } from 'react-router'
import { SessionId } from '#contract/values.ts'
import { patterns } from '#web/paths.ts'

/** The session whose call is on screen, for the body of what is begun in it; undefined elsewhere. */
export function useSessionOfCall(): { sessionId: SessionId } | undefined {
  const sessionId = SessionId.safeParse(useMatch(patterns.sessionRoom)?.params.sessionId)
  return sessionId.success ? { sessionId: sessionId.data } : undefined
}
