/** Thrown by the work of a job that no other try can help. The job is given up at once, and kept. */
export class HopelessJob extends Error {
  override readonly name: string = 'HopelessJob'
}
