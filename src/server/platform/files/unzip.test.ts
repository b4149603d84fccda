import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RawEntry, rawZip } from '#test/support/imports/raw-zip.ts'
import { ZipRefused, openZip } from './unzip.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'norte-unzip-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function opened(bytes: Buffer, mostEntries = 10) {
  const path = join(folder, 'archive.zip')
  await writeFile(path, bytes)
  return openZip(path, { mostEntries })
}
const open = (...entries: RawEntry[]) => opened(rawZip(entries))
const hello = { name: 'a/hola.txt', bytes: Buffer.from('Hola') }

/** What is wrong with something. */
async function faultOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ZipRefused)
  return (error as ZipRefused).fault
}

test('an entry is read by its path, as often as it is asked for; folders are left out', async () => {
  const zip = await open({ name: 'a/' }, hello)
  expect([zip.has('a/hola.txt'), zip.has('a/'), zip.has('b')]).toEqual([true, false, false])
  expect(await text(await zip.read('a/hola.txt', 4))).toBe('Hola')
  expect(await text(await zip.read('a/hola.txt', 4))).toBe('Hola')
  expect(await faultOf(zip.read('b', 4))).toBe('damaged')
  zip.close()
})

test('more bytes than may be, than it says, or than any text packs to, are refused while they are read', async () => {
  const zip = await open(
    hello,
    { ...hello, name: 'liar', unpacked: 2 },
    {
      name: 'bomb',
      packed: deflateRawSync(Buffer.alloc(150 * 1_048_576)),
      unpacked: 150 * 1_048_576,
    },
  )
  const most = 1_000 * 1_048_576
  expect(await faultOf(zip.read('a/hola.txt', 3))).toBe('large')
  expect(await faultOf(zip.read('liar', most).then(text))).toBe('damaged')
  expect(await faultOf(zip.read('bomb', most).then(text))).toBe('large')
  zip.close()
})

test.each<[string, RawEntry]>([
  ['unsafe', { name: '../a' }],
  ['unsafe', { name: '/a' }],
  ['unsafe', { name: 'a\\b' }],
  ['unsafe', { name: 'c:a' }],
  ['unsafe', { name: 'a', mode: 0o120777 }],
  ['unsafe', { name: 'a', flags: 1 }],
  ['unsafe', { name: 'A/HOLA.txt' }],
])('is refused as %s: %o', async (fault, entry) => {
  expect(await faultOf(open(hello, { bytes: Buffer.from('x'), ...entry }))).toBe(fault)
})

/** What a program says besides, of so many bytes. */
function extraOf(bytes: number): Buffer {
  const extra = Buffer.alloc(bytes)
  extra.writeUInt16LE(0xcafe, 0)
  extra.writeUInt16LE(bytes - 4, 2)
  return extra
}

test.each<[string, Omit<RawEntry, 'name'> & { name?: string }]>([
  ['a comment', { comment: 'x' }],
  ['a long name', { name: 'ñ'.repeat(251) }],
  ['much besides', { extra: extraOf(1_025) }],
])('an entry with %s is refused: all of it would stay in memory', async (_what, entry) => {
  expect(await faultOf(open(hello, { name: 'b', ...entry }))).toBe('large')
})

test('an entry with as much as any program writes is read, and a comment of the archive is not looked at', async () => {
  const zip = await opened(
    rawZip([hello, { name: 'ñ'.repeat(250), flags: 0x800, extra: extraOf(1_024) }], {
      comment: 'x'.repeat(60_000),
    }),
  )
  expect(zip.has('ñ'.repeat(250))).toBe(true)
  zip.close()
})

test('a list of entries that is larger than any of an archive is refused', async () => {
  const listOf = (entries: number) =>
    rawZip(
      Array.from({ length: entries }, (_, at) => ({
        name: `${at}`.padStart(476, '0'),
        extra: extraOf(1_024),
      })),
    )
  const zip = await opened(listOf(11_000), 20_000)
  zip.close()
  expect(await faultOf(opened(listOf(11_200), 20_000))).toBe('large')
})

test('what is no ZIP, is cut, or has too many entries is refused', async () => {
  const whole = rawZip([hello, { ...hello, name: 'b' }])
  expect(await faultOf(opened(Buffer.from('Hola')))).toBe('damaged')
  expect(await faultOf(opened(whole.subarray(0, whole.length - 10)))).toBe('damaged')
  expect(await faultOf(opened(whole, 1))).toBe('many')
})
