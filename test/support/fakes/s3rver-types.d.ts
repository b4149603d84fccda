declare module 's3rver' {
  import type { Readable } from 'node:stream'

  type StoredObject = { bucket: string; key: string; content: Readable; metadata: object }

  /** What the tests use of it; the package has no types. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    store: {
      getResourcePath(bucket: string, key: string, kind: 'object'): string
      putObject(object: StoredObject): Promise<{ size: number; md5: string }>
      putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
      deleteObject(bucket: string, key: string): Promise<void>
    }
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
