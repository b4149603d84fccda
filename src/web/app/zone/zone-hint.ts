import { sameZone } from '#time/zones.ts'

/**
 * The zone somebody is asked about: their browser's, when it is another than the saved one and was not turned down
 * before (product §2). Two names of one zone are the same.
 */
export function hintedZone(browser: string, saved: string, dismissed: string | null): string | null {
  if (sameZone(browser, saved)) return null
  return dismissed !== null && sameZone(browser, dismissed) ? null : browser
}
