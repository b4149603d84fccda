import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas, reachOf, sweeps } from '../../scripts/test/changed.mjs'
import { projectRoot } from './temporary-tree.ts'

const all = Object.values(areas)
const folders = (path: string) => readdirSync(join(projectRoot, path))

test('every module, feature, folder of API tests and journey belongs to an area', () => {
  const parts = new Set(all.flatMap((area) => area.parts))
  for (const path of ['src/server/modules', 'src/web/features']) {
    expect(folders(path).length).toBeGreaterThan(0)
    expect(folders(path).filter((name) => !parts.has(name))).toEqual([])
  }
  const api = new Set(all.flatMap((area) => area.api))
  expect([...api].toSorted()).toEqual(folders('test/api').toSorted())
  const journeys = globSync('**/*.e2e.ts', { cwd: join(projectRoot, 'test/e2e') })
  const known = new Set([...all.flatMap((area) => area.journeys), ...sweeps].map((name) => `${name}.e2e.ts`))
  expect([...known].toSorted()).toEqual(journeys.toSorted())
})

test('a change of one feature reaches its own API tests and journeys alone', () => {
  const { groups } = areas
  const own = {
    everything: undefined,
    api: ['test/api/groups/'],
    journeys: groups!.journeys.map((name) => `test/e2e/${name}.e2e.ts`),
  }
  for (const path of [
    'src/server/modules/groups/members/group-members.service.ts',
    'src/web/features/groups/components/MemberList.tsx',
    'src/contract/groups.ts',
    'src/server/policy/group.policy.ts',
    'src/server/effects/groups.plan.ts',
    'public/locales/es-MX/groups.json',
  ])
    expect({ path, ...reachOf([path, 'docs/domain.md']) }).toEqual({ path, ...own })
})

test('what all features depend on reaches everything; a test reaches itself', () => {
  for (const path of [
    'src/server/http/register.ts',
    'src/web/ui/Card.tsx',
    'test/support/app.ts',
    // Of a kind that `--changed` does not run by itself.
    'test/realtime/socket.test.ts',
    'package.json',
  ])
    expect(reachOf(['src/contract/groups.ts', path]).everything).toBe(path)
  expect(
    reachOf(['test/e2e/desk.e2e.ts', 'test/api/groups/groups.api.test.ts', 'src/time/clock.test.ts']),
  ).toEqual({
    everything: undefined,
    api: ['test/api/groups/groups.api.test.ts'],
    journeys: ['test/e2e/desk.e2e.ts'],
  })
  expect(reachOf(['README.md'])).toEqual({ everything: undefined, api: [], journeys: [] })
})
