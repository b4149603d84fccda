/** What a person sends from. */
export type MediaKind = 'camera' | 'microphone'

/**
 * Why a browser gave no camera or microphone:
 * - `denied`: the person or an earlier choice refused it for this page
 * - `system`: the system refuses it to the whole browser
 * - `none`: there is no such device
 * - `busy`: another program has it
 * - `insecure`: browsers give none to a page without https
 * - `failed`: something else
 */
export type Problem = 'denied' | 'system' | 'none' | 'busy' | 'insecure' | 'failed'

/** Whose settings a person has to open. */
export type Guide = 'android' | 'ios' | 'safari' | 'firefox' | 'chrome'

/**
 * What a failure of `getUserMedia` means, from the error's name (W3C Media Capture §10.2, and the names of earlier
 * browsers) and Chrome's message.
 */
export function problemOf({ name, message }: { name: string; message: string }, isSecure: boolean): Problem {
  if (!isSecure) return 'insecure'
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      return /system/i.test(message) ? 'system' : 'denied'
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'none'
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'busy'
    default:
      return 'failed'
  }
}

/** The browser to explain, from `navigator.userAgent`. A tablet of Apple calls itself a Mac, but takes touches. */
export function guideOf(userAgent: string, touchPoints: number): Guide {
  if (/iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Safari\//.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent) ? 'safari' : 'chrome'
}
