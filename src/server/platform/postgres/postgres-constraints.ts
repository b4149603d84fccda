import type { ErrorCode } from '#contract/errors.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Runs a write that the database may refuse: a violation of a constraint named in `codes` becomes the refusal with that
 * code, every other error is rethrown. The transaction is lost either way.
 */
export async function refuseViolations<T>(
  codes: Readonly<Record<string, ErrorCode>>,
  write: Promise<T>,
): Promise<T> {
  try {
    return await write
  } catch (error) {
    const constraint = constraintOf(error)
    const code = constraint && codes[constraint]
    throw code ? new Refusal(code) : error
  }
}

/** The name of the constraint that a write violated, if that is what failed. */
export function constraintOf(error: unknown): string | undefined {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  return typeof constraint === 'string' ? constraint : undefined
}
