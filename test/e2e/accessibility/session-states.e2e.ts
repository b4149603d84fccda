import { visit } from '../support/looks.ts'
import { test } from '../support/practice.ts'
import type { SessionState } from '../support/session-states.ts'

/** A session's screen in each of its states, in parts that fit a test. */
const PARTS: Record<string, readonly SessionState[]> = {
  'that is not settled': ['requested', 'proposed', 'confirmed', 'movePending', 'moveDeclined', 'series'],
  'that was held': ['running', 'toClose', 'closed', 'missedByClient', 'missedByCoach'],
  'that was called off': ['cancelledByCoach', 'cancelledByClient', 'cancelledLate', 'rejected', 'expired'],
  'of a group': ['ofGroup', 'ofGroupExcused', 'ofGroupClosed'],
}

for (const [part, names] of Object.entries(PARTS)) {
  for (const side of ['coach', 'client'] as const) {
    test(`a ${side} can use a session ${part} @long`, async ({ signedIn, states }) => {
      const places = names.map((name) => `/session/view/${states.sessions[name]}`)
      await visit(await signedIn(states[side]), places)
    })
  }
}
