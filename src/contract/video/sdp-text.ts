import { z } from 'zod'

/**
 * Text of descriptions and candidates. All that browsers write there is printable ASCII; to other text, as NUL or half a
 * character, the SFU may give no answer, and the server waits for it in vain.
 */
export const sdpText = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\t\n\r -~]*$/)
