import { readFileSync } from 'node:fs'

/** CPU time a process has used so far; unknown on systems without /proc. */
export function cpuMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  // Fields 14 and 15 of proc(5) stat, counted from the end of the name, in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
