// What a change can reach (npm test -- --changed). Unit and database tests are chosen by the import graph. API tests and
// journeys import the whole product: for them it is declared here which parts belong together, and an architecture test
// keeps the list complete.
import { spawnSync } from 'node:child_process'
import { root } from '../setup/project.mjs'

/**
 * `parts` are names of module and feature folders, and what files in contract, policy, effects and locales are called
 * after; `api` are folders of test/api, `journeys` files of test/e2e.
 */
export const areas = {
  account: {
    parts: (
      'account account-deletions accounts activity audit auth brands coach coaches customization data-exports files ' +
      'data-imports ' +
      'identities legal mails payment payments profile profiles titles user users'
    ).split(' '),
    api: ['account', 'audit', 'imports', 'payments', 'server'],
    journeys: [
      'payments/stripe',
      'payments/voucher',
      'recovery',
      'account/activity',
      'settings',
      'account/data-export',
      'account/data-import',
      'account/deletion',
      'session-expiry',
      'google',
      'appearance',
      'language',
      'content-policy',
    ],
  },
  calendar: {
    parts: ['calendar', 'calendars', 'calendar-files', 'feeds'],
    api: ['calendar'],
    journeys: ['calendar', 'calendar-drag', 'calendar/first-look', 'desk'],
  },
  clients: {
    parts: [
      'client',
      'clients',
      'clients-bulk',
      'client-columns',
      'client-files',
      'invitation',
      'invitations',
    ],
    api: ['clients'],
    journeys: ['clients', 'clients/many-clients', 'import', 'invitations'],
  },
  resources: {
    parts: ['resource', 'resources', 'resumable'],
    api: ['resources'],
    journeys: ['resources/resources'],
  },
  groups: { parts: ['group', 'groups'], api: ['groups'], journeys: ['groups', 'accessibility/groups'] },
  goals: {
    parts: [
      'goal',
      'goals',
      'goal-parts',
      'goal-measures',
      'goal-health',
      'progress',
      'check-ins',
      'taking-back',
      'session-goals',
    ],
    api: ['goals'],
    journeys: ['goals/goals', 'accessibility/client', 'accessibility/coach'],
  },
  notes: { parts: ['note', 'notes'], api: ['notes'], journeys: ['notes/notes'] },
  texts: {
    parts: ['rich-text', 'rich-text-lines', 'rich-text-schema', 'editor'],
    api: ['notes', 'resources'],
    journeys: ['notes/notes', 'resources/resources'],
  },
  sessions: {
    parts: [
      'action',
      'actions',
      'action-files',
      'evidence',
      'session',
      'sessions',
      'session-facts',
      'session-timers',
    ],
    api: ['actions', 'sessions'],
    journeys: [
      'sessions',
      'booking',
      'sessions/closing',
      'sessions/all-sessions',
      'client-phone',
      'unsent',
      'main-job',
      'accessibility/session-states',
      'actions/actions',
    ],
  },
  memorandums: {
    parts: ['memorandum', 'memorandums'],
    api: ['memorandums'],
    journeys: ['memorandums/memorandums'],
  },
  messages: {
    parts: ['message', 'messages', 'thread'],
    api: ['messages', 'notifications', 'server'],
    journeys: [
      'messages/files',
      'messages/two-servers',
      'messages/rolling-restart',
      'messages/hours-offline',
      'messages/large-room',
      'messages/messages',
      'shell',
      'shell-tools',
    ],
  },
  video: {
    parts: ['video', 'calls'],
    api: ['sessions'],
    journeys: [
      'video/two-people',
      'video/channels',
      'video/devices',
      'video/group',
      'video/lines',
      'video/outages',
      'video/sfu',
      'video/lobby',
      'video/walk',
      'video/working',
      'live-connection',
    ],
  },
  push: {
    parts: ['push'],
    api: ['push'],
    journeys: ['shell/installed'],
  },
  server: {
    parts: ['countries', 'dashboard', 'notification', 'notifications', 'preferences', 'news-preferences'],
    api: ['server', 'servers', 'operations', 'notifications', 'releases'],
    journeys: [
      'shell',
      'shell/places-kept',
      'shell/save-bar',
      'shell-tools',
      'live-connection',
      'outage',
      'steady',
      'focus',
    ],
  },
}

/** Journeys that look at every screen: with those of an area, `npm test` runs them all. */
export const sweeps = [
  'accessibility/client',
  'accessibility/coach',
  'accessibility/dialogs',
  'accessibility/english',
  'accessibility/keyboard',
  'accessibility/visitor',
]

const inAreas = /^(src\/contract|src\/server\/(modules|policy|effects)|src\/web\/features|public\/locales)\//
const withoutTests = /^(docs|bench)\/|\.md$/
// Chosen by the import graph.
const unitTest = /^src\/.*\.test\.tsx?$/

/**
 * The API tests and journeys that changes of these files can reach, as paths for the runners; `everything` names the
 * first file that all of them depend on.
 */
export function reachOf(paths) {
  const api = new Set()
  const journeys = new Set()
  for (const path of paths) {
    if (path.startsWith('test/api/') || path.startsWith('test/contract/')) api.add(path)
    else if (path.endsWith('.e2e.ts')) journeys.add(path)
    else if (unitTest.test(path) || withoutTests.test(path)) continue
    else {
      const reached = areasOf(path)
      if (reached.length === 0) return { everything: path, api: [], journeys: [] }
      for (const area of reached) {
        for (const folder of area.api) api.add(`test/api/${folder}/`)
        for (const name of area.journeys) journeys.add(`test/e2e/${name}.e2e.ts`)
      }
    }
  }
  return { everything: undefined, api: [...api], journeys: [...journeys] }
}

function areasOf(path) {
  if (!inAreas.test(path)) return []
  const names = new Set(path.split('/').map((part) => part.split('.')[0]))
  return Object.values(areas).filter(({ parts }) => parts.some((part) => names.has(part)))
}

/** Files that differ from where this branch left `ref` (what is not committed yet, without one). */
export function changedFiles(ref) {
  const base = ref ? git('merge-base', 'HEAD', ref)[0] : 'HEAD'
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\n').filter(Boolean)
}
