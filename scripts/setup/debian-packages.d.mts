export type Program = {
  name: string
  purpose: string
  setting: string
  packages: string[]
  find: () => string | undefined
  elsewhere: string[]
}
export const programs: { chromium: Program; radicale: Program }
export function adviceFor(program: Program): string[]
export function findRadicale(env?: Record<string, string | undefined>): string | undefined
