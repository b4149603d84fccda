import fc from 'fast-check'
import { expect, test } from 'vitest'
import { socketFolderFor } from './postgres-socket.ts'

const socketOf = (folder: string) => Buffer.byteLength(`${folder}/.s.PGSQL.5432`)

test('the socket is in the data folder as long as its path fits, counted in bytes', () => {
  const ascii = `/${'a'.repeat(107 - '//run/.s.PGSQL.5432'.length)}`
  expect(socketOf(socketFolderFor(ascii))).toBe(107)
  expect(socketFolderFor(ascii)).toBe(`${ascii}/run`)
  expect(socketFolderFor(`${ascii}a`)).not.toContain(ascii)
  // The same number of characters, one byte more.
  expect(socketFolderFor(ascii.replace('a', 'ñ'))).not.toContain('ñ')
})

test('the path fits for any data folder, and each folder has a different one', () => {
  const name = fc.stringMatching(/^[\wñ ,"]{1,200}$/)
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(socketOf(socketFolderFor(`/srv/${one}`))).toBeLessThanOrEqual(107)
      expect(socketFolderFor(`/srv/${one}`) === socketFolderFor(`/srv/${other}`)).toBe(one === other)
    }),
  )
})
