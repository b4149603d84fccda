/** How long this thread worked for it, in milliseconds: unlike a clock, it does not count what other programs took. */
export function cpuTimeOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
