import { describe, expect, test } from 'vitest'
import { guideOf, problemOf } from './media-problems.ts'

// @spec P.230
describe('what a browser refused', () => {
  test.each([
    ['NotAllowedError', 'Permission denied', 'denied'],
    ['NotAllowedError', 'Permission denied by system', 'system'],
    ['NotAllowedError', 'The request is not allowed by the user agent or the platform', 'denied'],
    ['SecurityError', '', 'denied'],
    ['NotFoundError', 'Requested device not found', 'none'],
    ['OverconstrainedError', '', 'none'],
    ['NotReadableError', 'Could not start video source', 'busy'],
    ['AbortError', 'Starting videoinput failed', 'busy'],
    ['TypeError', '', 'failed'],
  ] as const)('%s (%s) is %s', (name, message, problem) => {
    expect(problemOf({ name, message }, true)).toBe(problem)
  })

  test('a page that is not secure has no devices at all, whatever the error says', () => {
    expect(problemOf({ name: 'TypeError', message: 'undefined is not an object' }, false)).toBe('insecure')
  })

  test.each([
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
      5,
      'android',
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5, 'android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      5,
      'ios',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      5,
      'ios',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      0,
      'safari',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'firefox'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      0,
      'chrome',
    ],
  ] as const)('%s', (userAgent, touchPoints, guide) => {
    expect(guideOf(userAgent, touchPoints)).toBe(guide)
  })
})
