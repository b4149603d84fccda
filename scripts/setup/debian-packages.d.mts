export type Program = {
  name: string
  purpose: string
  setting: string
  packages: string[]
  find: () => string | undefined
  elsewhere: string[]
}
export const programs: {
  chromium: Program
  radicale: Program
  redis: Program
  nginx: Program
  caddy: Program
  coturn: Program
  janus: Program
  postgres: Program
}
export function adviceFor(program: Program): string[]
