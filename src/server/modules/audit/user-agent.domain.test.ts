import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeUserAgent } from './user-agent.domain.ts'

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the common name of a browser', () => {
  test.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/149.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0`,
      'Edge',
      'Windows',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} Chrome/149.0.0.0 Safari/537.36 OPR/120.0`, 'Opera', 'Linux'],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
      'Safari',
      'Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/149.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iPad',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${KIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/149.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
    ['curl/8.9.1', null, null],
    ['', null, null],
    [null, null, null],
  ])('%s', (userAgent, browser, system) => {
    expect(describeUserAgent(userAgent)).toEqual({ browser, system })
  })

  test('is one of the known names, whatever a header contains', () => {
    const known =
      /^(?:null|Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|iPhone|iPad|Android|Windows|Mac|ChromeOS|Linux)$/
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (header) => {
        const { browser, system } = describeUserAgent(header)
        expect(String(browser)).toMatch(known)
        expect(String(system)).toMatch(known)
      }),
    )
  })
})
