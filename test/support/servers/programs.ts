import { adviceFor, type programs } from '../../../scripts/setup/debian-packages.mjs'

type Program = (typeof programs)[keyof typeof programs]

/**
 * Whether the tests of a program are left out because it is not here. Never in CI, whose setup installs all of them
 * (scripts/setup/setup.mjs): there they fail with the reason.
 */
export function isLeftOut(program: Program): boolean {
  return process.env['CI'] !== 'true' && !program.find()
}

/** Where a program is. @throws with what to do if it is not here */
export function pathOf(program: Program): string {
  const path = program.find()
  if (path === undefined) throw new Error(adviceFor(program).join('\n'))
  return path
}
