// Before, at and after a session: preparation, brief, ending, closing form, record.
import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { say, saying } from './browser.ts'
import { type Shots, button } from './shot.ts'
import type { Ids } from './world.ts'

const giveTen = (...keys: string[]) =>
  async function chooseScores(page: Page) {
    for (const key of keys) {
      await page
        .getByRole('radiogroup', { name: saying(key) })
        .getByRole('radio', { name: '10' })
        .check()
    }
  }

/** What a coach reads before a session and writes after it. */
export function coachRecords(
  ids: Ids,
): Record<'sessionBrief' | 'sessionFinished' | 'endingList' | 'ending', Shots> {
  const closing = paths.sessionFinished({ sessionId: ids.toClose })
  const record = paths.sessionFinished({ sessionId: ids.closed })
  return {
    sessionBrief: [
      { name: 'session-brief', path: paths.sessionBrief({ sessionId: ids.soon }) },
      { name: 'session-brief-first', path: paths.sessionBrief({ sessionId: ids.ahead }) },
    ],
    sessionFinished: [
      { name: 'session-finished', path: closing },
      {
        name: 'session-finished-next',
        path: closing,
        act: async (page) => {
          await page.getByRole('checkbox').first().check()
          await page.getByRole('status').getByText('h').first().waitFor()
        },
      },
      { name: 'session-record', path: record },
      { name: 'session-record-no-show', path: paths.sessionFinished({ sessionId: ids.noShow }) },
      {
        name: 'session-correct',
        path: record,
        act: async (page) => {
          await button('records:record.correct')(page)
          await page.getByLabel(saying('records:correct.reason')).waitFor()
        },
      },
    ],
    endingList: [{ name: 'ending', path: paths.ending() }],
    ending: [
      { name: 'ending-session', path: paths.ending({ sessionId: ids.toClose }) },
      {
        name: 'ending-moved',
        path: paths.ending({ sessionId: ids.toClose }),
        act: async (page) => {
          await button('records:ending.move')(page)
          await page.getByRole('dialog').waitFor()
        },
      },
    ],
  }
}

/** What a client writes before a session and reads after it. */
export function clientRecords({ own }: Ids): Record<'endingList' | 'ending', Shots> {
  const ended = paths.ending({ sessionId: own.closed })
  return {
    endingList: [{ name: 'ending', path: paths.ending() }],
    ending: [
      { name: 'ending-session', path: ended },
      {
        name: 'ending-rated',
        path: ended,
        act: async (page) => {
          const change = page.getByRole('button', { name: say('records:rate.change'), exact: true })
          if (await change.isVisible()) await change.click()
          await giveTen('records:rate.heard', 'records:rate.focus')(page)
        },
      },
    ],
  }
}
