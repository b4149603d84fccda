import type { Chosen } from './long-tests.mjs'

export type Tally = { passed: number; failed: number; skipped: number; files: string[] }
export type ReadReport = (report: never) => Tally
export function tally(readReport: ReadReport, path: string, ok: boolean): Tally
export function nothing(): Tally
export function add(tallies: Tally[]): Tally
export function readVitest(
  report: {
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
  },
  chosen?: Chosen,
): Tally
export function readPlaywright(report: {
  config: { rootDir: string }
  suites: { file: string }[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}): Tally
export function summary(tally: Tally): string
