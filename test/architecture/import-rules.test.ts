import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cruise, problemsOf } from '../../scripts/checks/import-rules.ts'
import { edgesOf, graphOf, levelsOf, roomOf } from '../../scripts/checks/module-graph.ts'
import { moduleOrder } from '../../scripts/checks/module-order.ts'
import { readTree } from '../../scripts/checks/tree.ts'
import { projectRoot, temporaryTree } from './temporary-tree.ts'

const { forbidden } = createRequire(import.meta.url)(join(projectRoot, '.dependency-cruiser.cjs')) as {
  forbidden: { name: string }[]
}

// The targets of the fixtures' imports: one file of each kind, importing nothing.
const targets = [
  'src/contract/values.ts',
  'src/time/clock.ts',
  'src/server/main.ts',
  'src/server/refusal.ts',
  'src/server/deps.ts',
  'src/server/domain-events.ts',
  'src/server/db/schema.ts',
  'src/server/route.ts',
  'src/server/events/record.ts',
  'src/server/platform/postgres/postgres.ts',
  'src/server/platform/mails/mailer.ts',
  'src/server/policy/scope.ts',
  'src/server/policy/room.policy.ts',
  'src/server/effects/rooms.plan.ts',
  'src/server/modules/rooms/rooms.routes.ts',
  'src/server/modules/rooms/rooms.service.ts',
  'src/server/modules/rooms/rooms.domain.ts',
  'src/server/modules/rooms/rooms.repository.ts',
  'src/server/modules/rooms/rooms.presenter.ts',
  'src/server/modules/rooms/rooms.test.ts',
  'src/web/paths.ts',
  'src/web/app/router.tsx',
  'src/web/store/store.ts',
  'src/web/api/call.ts',
  'src/web/ui/Panel.tsx',
  'src/web/widgets/RoomCard.tsx',
  'src/web/features/rooms/RoomScreen.tsx',
  'test/support/make-app.ts',
]

/** `file` imports each of `imports`; the check reports exactly `rules`. A leading ! means `import type`. */
type Case = { file: string; imports: string[]; rules: string[] }

const violations: Case[] = [
  { file: 'src/web/widgets/cycle-a.ts', imports: ['#web/widgets/cycle-b.ts'], rules: ['no-cycles'] },
  { file: 'src/web/api/lost.ts', imports: ['./nowhere.ts'], rules: ['everything-resolves'] },
  {
    file: 'src/server/http/tested.ts',
    imports: ['#server/modules/rooms/rooms.test.ts'],
    rules: ['nobody-imports-a-test', 'modules-are-entered-by-their-doors'],
  },
  {
    file: 'src/server/http/fake.ts',
    imports: ['#test/support/make-app.ts'],
    rules: ['product-does-not-import-test-support'],
  },
  {
    file: 'src/contract/rooms.ts',
    imports: ['!#server/db/schema.ts', '#web/paths.ts'],
    rules: ['contract-imports-only-time'],
  },
  { file: 'src/contract/files.ts', imports: ['node:path', 'pg'], rules: ['contract-is-plain-data'] },
  { file: 'src/time/office.ts', imports: ['!#contract/values.ts'], rules: ['time-imports-nothing-of-ours'] },
  { file: 'src/web/api/now.ts', imports: ['temporal-polyfill'], rules: ['only-time-knows-temporal'] },
  // A library that only tests compare with.
  {
    file: 'src/time/wall.ts',
    imports: ['temporal-polyfill'],
    rules: ['server-runs-on-its-own-dependencies'],
  },
  {
    file: 'src/server/modules/doors/doors.domain.ts',
    imports: ['./doors.repository.ts', 'node:crypto', 'kysely'],
    rules: ['domain-is-pure'],
  },
  {
    file: 'src/server/policy/door.policy.ts',
    imports: ['#server/platform/postgres/postgres.ts'],
    rules: ['policy-is-pure'],
  },
  {
    file: 'src/server/modules/doors/doors.repository.ts',
    imports: ['!#server/deps.ts', '#server/policy/room.policy.ts'],
    rules: ['repository-sees-database-and-scopes-only'],
  },
  {
    file: 'src/server/modules/doors/doors.routes.ts',
    imports: ['./doors.repository.ts', '#server/modules/rooms/rooms.service.ts'],
    rules: ['routes-join-contract-and-service'],
  },
  {
    file: 'src/server/modules/doors/doors.service.ts',
    imports: ['#server/effects/rooms.plan.ts'],
    rules: ['service-uses-its-module-and-the-doors-of-others'],
  },
  {
    file: 'src/server/modules/halls/halls.service.ts',
    imports: ['#server/deps.ts', '#server/domain-events.ts', '#server/db/schema.ts'],
    rules: ['deps-and-events-are-types-for-services'],
  },
  {
    file: 'src/server/modules/halls/halls.presenter.ts',
    imports: ['!#server/modules/rooms/rooms.presenter.ts'],
    rules: ['module-files-are-private'],
  },
  {
    file: 'src/server/http/shortcut.ts',
    imports: ['#server/modules/rooms/rooms.repository.ts'],
    rules: ['modules-are-entered-by-their-doors'],
  },
  {
    file: 'src/server/routes.ts',
    imports: ['./modules/rooms/rooms.service.ts'],
    rules: ['route-table-names-routes'],
  },
  {
    file: 'src/server/effects/doors.plan.ts',
    imports: ['#server/modules/rooms/rooms.service.ts'],
    rules: ['effects-read-through-repositories'],
  },
  {
    file: 'src/server/platform/nosy.ts',
    imports: ['!#server/modules/rooms/rooms.domain.ts', '!../domain-events.ts', '#server/policy/scope.ts'],
    rules: ['platform-knows-no-product'],
  },
  { file: 'src/server/http/direct.ts', imports: ['pg'], rules: ['only-platform-does-io'] },
  { file: 'src/server/effects/letters.ts', imports: ['nodemailer'], rules: ['only-platform-does-io'] },
  { file: 'src/server/effects/disk.ts', imports: ['node:fs'], rules: ['modules-touch-no-system'] },
  {
    file: 'src/server/effects/run.ts',
    imports: ['#server/platform/mails/mailer.ts'],
    rules: ['modules-are-handed-their-adapters'],
  },
  {
    file: 'src/server/http/bundle.ts',
    imports: ['esbuild'],
    rules: ['server-runs-on-its-own-dependencies'],
  },
  { file: 'src/server/http/page.ts', imports: ['#web/paths.ts'], rules: ['server-never-imports-web'] },
  { file: 'src/web/api/types.ts', imports: ['!#server/deps.ts'], rules: ['web-never-imports-server'] },
  { file: 'src/web/api/disk.ts', imports: ['node:fs'], rules: ['web-runs-in-a-browser'] },
  {
    file: 'src/web/ui/Link.tsx',
    imports: ['react-router', '@tanstack/react-query', 'react-i18next', '!#contract/values.ts'],
    rules: ['ui-is-product-agnostic'],
  },
  {
    file: 'src/web/widgets/Door.tsx',
    imports: ['#web/features/rooms/RoomScreen.tsx'],
    rules: ['widgets-use-ui-and-api'],
  },
  {
    file: 'src/web/store/texts.ts',
    imports: ['#web/api/call.ts'],
    rules: ['store-is-the-lowest-layer'],
  },
  {
    file: 'src/server/modules/doors/keys/keys.routes.ts',
    imports: ['#server/modules/rooms/rooms.service.ts'],
    rules: ['routes-join-contract-and-service'],
  },
  {
    file: 'src/web/features/doors/DoorScreen.tsx',
    imports: ['../rooms/RoomScreen.tsx'],
    rules: ['features-are-islands'],
  },
  {
    file: 'src/web/features/halls/HallScreen.tsx',
    imports: ['#web/app/router.tsx'],
    rules: ['only-app-composes'],
  },
]

// Common imports that no rule may forbid.
const permitted: Omit<Case, 'rules'>[] = [
  { file: 'src/contract/halls.ts', imports: ['zod', './values.ts', '#time/clock.ts'] },
  // The other half of the cycle, which is reported once.
  { file: 'src/web/widgets/cycle-b.ts', imports: ['#web/widgets/cycle-a.ts'] },
  { file: 'src/time/zones.ts', imports: ['./clock.ts'] },
  { file: 'src/time/zones.prop.test.ts', imports: ['./clock.ts', 'temporal-polyfill'] },
  {
    file: 'src/server/modules/gates/gates.domain.ts',
    imports: ['#contract/values.ts', '#time/clock.ts', '#server/modules/rooms/rooms.domain.ts'],
  },
  {
    file: 'src/server/modules/gates/gates.repository.ts',
    imports: [
      'kysely',
      '!#server/db/schema.ts',
      '#server/platform/postgres/postgres.ts',
      '#server/policy/scope.ts',
    ],
  },
  {
    file: 'src/server/modules/gates/gates.service.ts',
    imports: [
      '!#server/deps.ts',
      '!#server/domain-events.ts',
      '#server/policy/room.policy.ts',
      '#server/modules/rooms/rooms.service.ts',
      '#server/refusal.ts',
      '#server/events/record.ts',
      './gates.repository.ts',
    ],
  },
  {
    file: 'src/server/modules/gates/gates.routes.ts',
    imports: ['#contract/values.ts', '#server/route.ts', './gates.service.ts'],
  },
  {
    file: 'src/server/modules/gates/keys/keys.service.ts',
    imports: ['#server/modules/rooms/rooms.service.ts', '#server/modules/gates/gates.repository.ts'],
  },
  { file: 'src/server/effects/mails/secrets.ts', imports: ['#server/modules/rooms/rooms.service.ts'] },
  { file: 'src/server/effects/timer-commands.ts', imports: ['#server/modules/rooms/rooms.service.ts'] },
  { file: 'src/server/platform/push.ts', imports: ['nodemailer', 'node:fs'] },
  { file: 'src/server/effects/gates.plan.ts', imports: ['#server/modules/rooms/rooms.repository.ts'] },
  { file: 'src/web/widgets/Gate.tsx', imports: ['#web/ui/Panel.tsx', '#web/api/call.ts', '#web/paths.ts'] },
  {
    file: 'src/web/features/gates/GateScreen.tsx',
    imports: ['#web/widgets/RoomCard.tsx', '#web/store/store.ts', 'react-router'],
  },
]

function source(imports: string[]): string {
  const lines = imports.map((target, position) =>
    target.startsWith('!')
      ? `import type * as T${position} from '${target.slice(1)}'\nexport type X${position} = typeof T${position}`
      : `import '${target}'`,
  )
  return `${lines.join('\n')}\nexport {}\n`
}

describe('import rules', () => {
  const cases = [...violations, ...permitted.map((each) => ({ ...each, rules: [] }))]
  const folder = temporaryTree(
    Object.fromEntries([
      ...targets.map((path) => [path, 'export {}\n']),
      ...cases.map(({ file, imports }) => [file, source(imports)]),
    ]),
  )

  test('each rule reports its fixture and no other', () => {
    const { summary } = cruise(folder, ['src', 'test'])
    expect(summary.totalCruised).toBeGreaterThan(cases.length)

    for (const { file, imports, rules } of cases) {
      const found = summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name)
      expect([...new Set(found)].toSorted(), file).toEqual(rules.toSorted())
      expect(found.length, `each import of ${file} is refused`).toBe(imports.length * rules.length)
    }
    const expected = new Set(cases.map(({ file }) => file))
    expect(summary.violations.filter(({ from }) => !expected.has(from))).toEqual([])
  })

  test('every rule has a fixture', () => {
    const covered = new Set(violations.flatMap(({ rules }) => rules))
    expect([...covered].toSorted()).toEqual(forbidden.map(({ name }) => name).toSorted())
  })

  // `npm run check` looks for every source file; here only that it would say so.
  test('the check refuses what it does not see, and finding nothing', () => {
    const rule = { name: 'no-cycles' }
    const violations = [
      { from: 'src/a.ts', to: 'src/b.ts', rule, cycle: [{ name: 'src/b.ts' }, { name: 'src/a.ts' }] },
    ]
    const report = { modules: [{ source: 'src/a.ts' }], summary: { totalCruised: 1, violations } }
    expect(problemsOf(report, ['src/a.ts', 'src/lost.ts'])).toEqual([
      'no-cycles: src/a.ts → src/b.ts → src/a.ts',
      'src/lost.ts: not seen by the import rules',
    ])
    expect(problemsOf({ ...report, summary: { totalCruised: 0, violations: [] } }, [])).toEqual([
      'No file was found to check',
    ])
  })
})

describe('the order of the modules', () => {
  const found = (files: Record<string, string[]>) =>
    moduleOrder.run(Object.entries(files).map(([path, imports]) => ({ path, text: source(imports) })))
  const modules = 'src/server/modules'

  test.each<[what: string, files: Record<string, string[]>, cycle: string]>([
    [
      'of two modules, by types and from their subfolders',
      {
        [`${modules}/rooms/keys/keys.service.ts`]: ['!#server/modules/doors/doors.domain.ts'],
        [`${modules}/doors/doors.service.ts`]: ['../rooms/rooms.service.ts'],
      },
      'modules/doors → modules/rooms → modules/doors',
    ],
    [
      'of three modules',
      {
        [`${modules}/rooms/rooms.service.ts`]: ['#server/modules/doors/doors.service.ts'],
        [`${modules}/doors/doors.service.ts`]: ['#server/modules/halls/halls.service.ts'],
        [`${modules}/halls/halls.service.ts`]: ['#server/modules/rooms/rooms.service.ts'],
      },
      'modules/doors → modules/halls → modules/rooms → modules/doors',
    ],
    [
      'of a module and what goes out',
      {
        [`${modules}/rooms/rooms.service.ts`]: ['#server/effects/run.ts'],
        'src/server/effects/rooms.facts.ts': ['#server/modules/rooms/rooms.repository.ts'],
      },
      'effects → modules/rooms → effects',
    ],
    [
      'of recording and what goes out',
      {
        'src/server/events/record.ts': ['#server/effects/plan.ts'],
        'src/server/effects/run.ts': ['#server/events/stored-event.ts'],
      },
      'effects → events → effects',
    ],
    [
      'of two features',
      {
        'src/web/features/rooms/RoomScreen.tsx': ['../doors/Door.tsx'],
        'src/web/features/doors/Door.tsx': ['#web/features/rooms/Room.tsx'],
      },
      'features/doors → features/rooms → features/doors',
    ],
  ])('refuses a cycle %s', (_what, files, cycle) => {
    const [problem, ...more] = found(files)
    expect(more).toEqual([])
    expect(problem).toContain(`${cycle}: a cycle of modules`)
    for (const [path, imports] of Object.entries(files)) {
      expect(problem).toContain(`${path} → `)
      expect(imports).toHaveLength(1)
    }
  })

  test('leaves alone what leads one way, stays in a module, or is a test or a root file', () => {
    expect(
      found({
        [`${modules}/rooms/rooms.service.ts`]: ['#server/modules/doors/doors.service.ts', '#server/deps.ts'],
        [`${modules}/rooms/keys/keys.service.ts`]: ['../rooms.service.ts'],
        [`${modules}/rooms/rooms.routes.ts`]: ['./keys/keys.service.ts'],
        [`${modules}/doors/doors.db.test.ts`]: ['#server/modules/rooms/rooms.repository.ts'],
        'src/server/deps.ts': ['#server/modules/rooms/rooms.service.ts'],
      }),
    ).toEqual([])
  })

  test('sees every module of the server and every feature of the web', () => {
    const files = readTree(projectRoot)
    const graph = graphOf(edgesOf(files))
    const folders = globSync(['src/server/modules/*/', 'src/web/features/*/'], { cwd: projectRoot })
    const rooms = folders.map((folder) => roomOf(`${folder.replace(/\/$/, '')}/x`))
    expect(rooms.length).toBeGreaterThan(30)
    // What imports nothing and is imported by nobody is in no cycle.
    expect(rooms.filter((room) => room === undefined || !graph.has(room))).toEqual([])
    const levels = levelsOf(graph)
    const level = (room: string) => levels.findIndex((rooms) => rooms.includes(room))
    expect(level('events')).toBeLessThan(level('modules/auth'))
    expect(level('modules/sessions')).toBeLessThan(level('modules/groups'))
    expect(level('modules/invitations')).toBeLessThan(level('effects'))
  })
})
