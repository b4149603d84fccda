import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { useSessionOfCall } from './use-session-of-call.ts'

const SESSION = '01890000-0000-7000-8000-000000000003'

// @spec P.252
test.each([
  [paths.sessionRoom({ sessionId: SESSION }), { sessionId: SESSION }],
  [paths.sessionRoom({ sessionId: 'x' }), undefined],
  [paths.dashboard(), undefined],
])('what is begun at %s belongs to the session %o', (place, session) => {
  const { result } = renderHook(useSessionOfCall, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[place]}>{children}</MemoryRouter>,
  })
  expect(result.current).toEqual(session)
})
