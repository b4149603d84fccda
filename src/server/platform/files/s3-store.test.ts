import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, BUCKET, s3Settings, startS3Server } from '#test/support/fakes/s3-server.ts'
import { describeFileStore } from '#test/support/file-store-suite.ts'
import { connectS3, createS3Store } from './s3-store.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())

const open = (folder = 'files', atOnce?: number) =>
  createS3Store(connectS3(s3Settings(server)), BUCKET, folder, atOnce)

describe('files of a service that speaks S3', () => {
  describeFileStore(() => open())

  test('of two folders know nothing of each other', async () => {
    const id = randomUUID()
    await open('one').put(id, Readable.from([Buffer.from('x')]), 1)
    expect(await open('two').get(id)).toBeUndefined()
    const ids = []
    for await (const entry of open('two').list()) ids.push(entry.id)
    expect(ids).toEqual([])
  })

  test('are listed to the last of more than one answer holds', async () => {
    const ids = Array.from({ length: 7 }, () => randomUUID())
    for (const id of ids) await open('many').put(id, Readable.from([Buffer.from('x')]), 1)
    const listed = []
    for await (const { id } of open('many', 3).list()) listed.push(id)
    expect(listed.toSorted()).toEqual(ids.toSorted())
  })

  test('are stored where the service has ended a connection that nobody used', async () => {
    const used = new WeakSet<Socket>()
    const service = createServer((request, response) => {
      // Its end is on the way: a client that uses this connection again does not know yet.
      if (used.has(request.socket)) return request.socket.destroy()
      used.add(request.socket)
      return request.resume().once('end', () => response.end())
    })
    await once(service.listen(0, '127.0.0.1'), 'listening')
    const { port } = service.address() as AddressInfo
    const settings = { ...s3Settings(server), endpoint: `http://127.0.0.1:${port}` }
    const store = createS3Store(connectS3(settings), BUCKET, 'files')
    const put = () => store.put(randomUUID(), Readable.from([Buffer.from('x')]), 1)
    await put()
    await expect(put()).resolves.toBeUndefined()
    service.close()
  })

  test('fail where the service refuses, and the source is let go', async () => {
    const source = Readable.from([Buffer.from('x')])
    const elsewhere = createS3Store(connectS3(s3Settings(server)), 'nowhere', 'files')
    await expect(elsewhere.put(randomUUID(), source, 1)).rejects.toThrow(/bucket/i)
    expect(source.destroyed).toBe(true)
    await expect(elsewhere.get(randomUUID())).rejects.toThrow(/bucket/i)
  })
})
