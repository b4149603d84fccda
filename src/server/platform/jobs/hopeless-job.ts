/** Thrown by a job that no retry can complete. The job is given up at once, and kept. */
export class HopelessJob extends Error {
  override readonly name: string = 'HopelessJob'
}
