import { expect, test } from 'vitest'
import { hintedZone } from './zone-hint.ts'

// @spec P.30
test.each([
  ['America/Tijuana', 'America/Mexico_City', null, 'America/Tijuana'],
  ['America/Mexico_City', 'America/Mexico_City', null, null],
  // The old name of the same zone.
  ['Asia/Calcutta', 'Asia/Kolkata', null, null],
  ['America/Tijuana', 'America/Mexico_City', 'America/Tijuana', null],
  // A browser that does not tell where it is.
  ['UTC', 'America/Mexico_City', null, null],
  // Turned down for one place, asked again at another.
  ['Europe/Madrid', 'America/Mexico_City', 'America/Tijuana', 'Europe/Madrid'],
])('a browser in %s, %s saved, %s turned down: %s', (browser, saved, dismissed, hinted) => {
  expect(hintedZone(browser, saved, dismissed)).toBe(hinted)
})
