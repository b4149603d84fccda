import { sameZone } from '#time/zone-names.ts'

/**
 * The zone somebody is asked about: their browser's, when it is another than the saved one and was not turned down
 * before (product §2). Two names of one zone are the same; UTC is what a browser says that does not tell.
 */
export function hintedZone(browser: string, saved: string, dismissed: string | null): string | null {
  if (browser === 'UTC' || sameZone(browser, saved)) return null
  return dismissed !== null && sameZone(browser, dismissed) ? null : browser
}
