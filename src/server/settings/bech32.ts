const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const CHECK_LETTERS = 6

/** Whether a text in lower case is Bech32 (BIP 173) with this prefix, of so many bytes, and without a typing error. */
export function isBech32(text: string, prefix: string, byteSize: number): boolean {
  if (!text.startsWith(`${prefix}1`)) return false
  const values = Array.from(text.slice(prefix.length + 1), (letter) => LETTERS.indexOf(letter))
  if (values.includes(-1) || values.length !== Math.ceil((byteSize * 8) / 5) + CHECK_LETTERS) return false
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]
  return checksum(expanded) === 1
}

function checksum(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of GENERATORS.entries()) if ((top >> bit) & 1) sum ^= generator
  }
  return sum
}
