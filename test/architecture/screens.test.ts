import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { matchPath } from 'react-router'
import { describe, expect, test } from 'vitest'
import { shotsOf } from '../../scripts/pictures/shots.ts'
import type { Ids } from '../../scripts/pictures/world.ts'
import { allScreens, patternsOf, shell } from '#web/app/screens.ts'
import { paths } from '#web/paths.ts'
import {
  type PracticeIds,
  type PublicIds,
  type StateIds,
  clientVisits,
  coachVisits,
  publicVisits,
} from '../e2e/accessibility/visits.ts'
import { projectRoot } from './temporary-tree.ts'

const id = '01890000-0000-7000-8000-000000000000'
const link = paths.invitation({ clientId: id })

const practice: PracticeIds = {
  client: { clientId: id },
  groupId: id,
  memorandumId: id,
  goalId: id,
  resourceId: id,
  sessions: { requested: id, confirmed: id, toClose: id, closed: id },
}
const states: StateIds = {
  client: { clientId: id },
  groupId: id,
  sessions: {
    confirmed: id,
    movePending: id,
    toClose: id,
    missedByClient: id,
    series: id,
    ofGroup: id,
    ofGroupClosed: id,
  },
}
const visitor: PublicIds = { invitations: [link], checkoutId: id }
const shown: Ids = {
  clientId: id,
  clientToken: 'token',
  otherClientId: id,
  unsubscribe: '/unsubscribe?t=token',
  invitedClientId: id,
  notInvitedClientId: id,
  pausedClientId: id,
  finishedClientId: id,
  archivedClientId: id,
  expiredClientId: id,
  invitations: { open: link, shared: link, expired: link, declined: link, used: link },
  groupId: id,
  resources: { done: id, open: id },
  draftGroupId: id,
  memorandumId: id,
  doneMemorandumId: id,
  checkoutId: id,
  requested: id,
  soon: id,
  ahead: id,
  toClose: id,
  closed: id,
  noShow: id,
  cancelledLate: id,
  own: { soon: id, ahead: id, closed: id },
}

const visits = [coachVisits, clientVisits].flatMap((table) =>
  Object.entries(table).flatMap(([name, visit]) =>
    [...(visit.practice?.(practice) ?? []), ...(visit.states?.(states) ?? [])].map(
      (address): [string, string] => [name, address],
    ),
  ),
)
const publicOnes = Object.entries(publicVisits).flatMap(([name, { at }]) =>
  at(visitor).map((address): [string, string] => [name, address]),
)
const pictures = (['visitor', 'unpaid', 'coach', 'client'] as const).flatMap((role) =>
  Object.entries(shotsOf(role, shown))
    .filter(([name]) => name !== 'frame')
    .flatMap(([name, shots]) => shots.map(({ path }): [string, string] => [name, path])),
)

describe('what is keyed by the names of the table leads to the screen of that name', () => {
  test.each([
    ['the accessibility sweep', [...visits, ...publicOnes]],
    ['the pictures', pictures],
  ])('%s', (_, addresses) => {
    expect(addresses.length).toBeGreaterThan(60)
    const astray = addresses.filter(([name, address]) => {
      const screen = allScreens.find(([each]) => each === name)?.[1]
      const [pathname = ''] = address.split(/[?#]/)
      return !screen || !patternsOf(screen).some((pattern) => matchPath(pattern, pathname))
    })
    expect(astray).toEqual([])
  })
})

test('every screen names text files that there are', () => {
  const named = new Set([...allScreens.flatMap(([, { texts }]) => texts), ...shell.texts])
  const missing = [...named].filter(
    (name) => !existsSync(join(projectRoot, 'public', 'locales', 'es-MX', `${name}.json`)),
  )
  expect(named.size).toBeGreaterThan(15)
  expect(missing).toEqual([])
})
