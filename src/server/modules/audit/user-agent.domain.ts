/** A browser and its operating system, by their common names; null if unknown. */
export type KnownBrowser = { browser: string | null; system: string | null }

// Browsers also contain the names of others, so the more specific one comes first.
const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]

// Android contains Linux, an iPhone says "like Mac OS X".
const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

/**
 * The common name of the browser in a `User-Agent` header (RFC 9110 §10.1.5). Its version is left out, and its free
 * text is never shown.
 */
export function describeUserAgent(userAgent: string | null): KnownBrowser {
  const nameIn = (names: typeof BROWSERS) => names.find(([, sign]) => sign.test(userAgent ?? ''))?.[0] ?? null
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) }
}
