/**
 * The bars of a barcode of Code 128 (ISO/IEC 15417), as widths in modules: a bar, a space, a bar, and so on, from the start
 * character to the stop. Digits go in pairs (code set C); an odd number begins with a single one (code set B). The quiet
 * zones beside it are not included.
 * @returns undefined for what is not made of digits alone
 */
export function barsOf(digits: string): number[] | undefined {
  if (!/^\d+$/.test(digits)) return undefined
  const values = symbolsOf(digits)
  // Modulo 103; the start character counts once, each later one as often as its place.
  const check = values.reduce((sum, value, place) => sum + value * Math.max(1, place), 0) % 103
  return [...values, check].flatMap(widthsOf).concat(STOP)
}

const START_B = 104
const START_C = 105
const TO_C = 99

function symbolsOf(digits: string): number[] {
  const pairs = (text: string) => (text.match(/\d\d/g) ?? []).map(Number)
  if (digits.length % 2 === 0) return [START_C, ...pairs(digits)]
  // In code set B a digit has the value of its place after the space, which is 0.
  const first = Number(digits[0]) + 16
  return digits.length === 1 ? [START_B, first] : [START_B, first, TO_C, ...pairs(digits.slice(1))]
}

const widthsOf = (value: number): number[] => {
  const widths = WIDTHS[value]
  if (widths === undefined) throw new RangeError(`Not a character of Code 128: ${String(value)}`)
  return [...widths].map(Number)
}

const STOP = [2, 3, 3, 1, 1, 1, 2]

/** The widths of each character by its value, from 0 to the start of code set C. Each is 11 modules wide. */
const WIDTHS = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
  123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
  232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
  313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
  111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
  111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131 211412 211214 211232`
  .trim()
  .split(/\s+/)
