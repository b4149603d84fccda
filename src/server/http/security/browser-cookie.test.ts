import { describe, expect, test } from 'vitest'
import { browserCookie, newBrowserSecret } from './browser-cookie.ts'

const http = browserCookie('http://127.0.0.1:3000')
const https = browserCookie('https://norte.example')
const secret = newBrowserSecret()

describe('the cookie that ties a sign-in to its browser', () => {
  test('is read back as it was written, among others', () => {
    const pair = http.write(secret).split(';')[0]!
    expect(http.read(pair)).toBe(secret)
    expect(http.read(`a=1; ${pair}; b=2`)).toBe(secret)
  })

  test.each([undefined, '', 'norte-browser=', 'norte-browser=short', `x-norte-browser=${secret}`])(
    'is not found in %j',
    (header) => {
      expect(http.read(header)).toBeUndefined()
    },
  )

  test('over https has the prefix that no other host can set (ASVS 3.3)', () => {
    expect(https.write(secret)).toMatch(
      /^__Host-norte-browser=.*; Path=\/; HttpOnly; SameSite=Lax;.*; Secure$/,
    )
    expect(https.read(`norte-browser=${secret}`)).toBeUndefined()
  })
})
