// The cards by which people take their data along, bring it back, and end their account.
import type { Page } from '@playwright/test'
import type { AccountDeletionDto } from '#contract/account/account-deletion.ts'
import type { DataExportDto } from '#contract/account/data-exports.ts'
import type { DataImportDto } from '#contract/account/data-imports.ts'
import { DAY_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { openScreen, say } from './browser.ts'
import { type Shot, opener } from './shot.ts'
import { SHOWN_AT } from './world.ts'

const after = (days: number) => toIso(epochMs(fromIso(SHOWN_AT) + days * DAY_MS))

const archive: Partial<DataExportDto> = {
  askedAt: after(0),
  progress: 40,
  byteSize: null,
  readyAt: null,
  expiresAt: null,
  missingFiles: 0,
  ownSignIn: true,
}
const practice: Partial<DataImportDto> = {
  createdAt: after(0),
  progress: 0,
  byteSize: 48_234_496,
  received: 48_234_496,
  finishedAt: null,
  expiresAt: after(1),
  canRestart: false,
  refusal: null,
  counts: null,
}

/** What the cards show instead of what the demo comes to by itself; an import is one into an empty practice. */
type States = {
  export?: Partial<DataExportDto>
  import?: Partial<DataImportDto>
  deletion?: Partial<AccountDeletionDto>
}

const shown = (path: string, states: States) => async (page: Page) => {
  const changed: Record<string, object> = {
    ...(states.export && { export: { export: { id: 'x', ...archive, ...states.export } } }),
    ...(states.import && { import: { isEmpty: true, import: { id: 'x', ...practice, ...states.import } } }),
    ...(states.deletion && { deletion: states.deletion }),
  }
  await page.route(/\/v1\/user\/[\w-]+\/(?:export|import|deletion)$/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    await route.fulfill({
      response,
      json: { ...answer, ...changed[route.request().url().split('/').at(-1)!] },
    })
  })
  await openScreen(page, path)
}

/** The cards in each of their states, several in one picture. */
export function dataShots(path: string): readonly Shot[] {
  return [
    { name: 'account-export', path, act: opener('account:export.ask') },
    { name: 'account-deletion', path, act: opener('account:deletion.ask') },
    {
      name: 'account-data-running',
      path,
      act: shown(path, {
        export: { state: 'running' },
        import: { state: 'running', progress: 65 },
        deletion: { dueAt: after(30) },
      }),
    },
    {
      name: 'account-data-done',
      path,
      act: shown(path, {
        export: {
          state: 'ready',
          byteSize: 12_582_912,
          readyAt: after(0),
          expiresAt: after(2),
          missingFiles: 2,
        },
        import: {
          state: 'done',
          finishedAt: after(0),
          counts: { clients: 24, sessions: 310, messages: 1_204, files: 56 },
        },
        deletion: { dueAt: after(0.5) },
      }),
    },
    {
      name: 'account-data-failed',
      path,
      act: shown(path, {
        export: { state: 'failed' },
        import: { state: 'failed', finishedAt: after(0), canRestart: true },
      }),
    },
    {
      name: 'account-import',
      path,
      act: shown(path, {
        import: {
          state: 'refused',
          finishedAt: after(0),
          refusal: { code: 'practice_import.damaged', error: say('errors:practice_import.damaged') },
        },
      }),
    },
  ]
}
