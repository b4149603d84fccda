// Pages that are not secure have no `crypto.randomUUID` (W3C Web Cryptography §10). They can be used, though without a camera:
// ids are made as RFC 9562 §5.4 says.
if (!('randomUUID' in crypto)) Object.assign(crypto, { randomUUID })

/** A UUID of version 4. */
function randomUUID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
