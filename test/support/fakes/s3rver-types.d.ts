declare module 's3rver' {
  /** What the tests use of it; the package has no types. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    store: { deleteObject(bucket: string, key: string): Promise<void> }
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
