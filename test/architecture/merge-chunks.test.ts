import { describe, expect, test } from 'vitest'
import { type Chunk, REQUEST, mergeChunks } from '../../scripts/build/chunks/merge-chunks.mjs'

const chunk = (name: string, more: Partial<Chunk> = {}): Chunk => ({
  name,
  bytes: 1_000,
  hasStyles: false,
  isFixed: false,
  imports: [],
  ...more,
})
const page = (name: string, imports: string[]) => chunk(name, { imports, isFixed: true })
const visit = (chunks: string[], weight = 1) => ({ chunks, weight })

describe('chunks become one file', () => {
  test('when every page that needs one needs the other', () => {
    const chunks = [page('home', ['a', 'b']), chunk('a'), chunk('b')]
    expect(mergeChunks(chunks, [visit(['home'])])).toEqual([['a', 'b']])
  })

  test('when the requests saved outweigh what other pages load in vain', () => {
    const pages = [page('both', ['a', 'b']), page('only-a', ['a'])]
    const visits = [visit(['both']), visit(['only-a'])]
    const withB = (bytes: number) => mergeChunks([...pages, chunk('a'), chunk('b', { bytes })], visits)
    expect(withB(REQUEST - 1)).toEqual([['a', 'b']])
    expect(withB(REQUEST)).toEqual([])
  })

  test('sooner if both have styles, which are a request as well', () => {
    const pages = [page('both', ['a', 'b']), page('only-a', ['a'])]
    const visits = [visit(['both']), visit(['only-a'])]
    const styled = { bytes: REQUEST, hasStyles: true }
    expect(mergeChunks([...pages, chunk('a', styled), chunk('b', styled)], visits)).toEqual([['a', 'b']])
  })

  test('not at the cost of a page that counts more', () => {
    const chunks = [page('both', ['a', 'b']), page('first', ['a']), chunk('a'), chunk('b')]
    expect(mergeChunks(chunks, [visit(['both']), visit(['first'], 100)])).toEqual([])
  })
})

describe('chunks stay apart', () => {
  test('if a page that loads nothing in vain would, however much that saves elsewhere', () => {
    const chunks = [page('many', ['a', 'b']), page('exact', ['a']), chunk('a'), chunk('b', { bytes: 1 })]
    const visits = [visit(['many'], 100), visit(['exact'])]
    expect(mergeChunks(chunks, visits)).toEqual([['a', 'b']])
    const exact = visits.map((each, index) => ({ ...each, isExact: index === 1 }))
    expect(mergeChunks(chunks, exact)).toEqual([])
  })

  test('that no page needs together', () => {
    const chunks = [page('one', ['a']), page('two', ['b']), chunk('a'), chunk('b')]
    expect(mergeChunks(chunks, [visit(['one']), visit(['two'])])).toEqual([])
  })

  test('if what one of them imports would come along to other pages', () => {
    const chunks = [
      page('both', ['a', 'b']),
      page('only-b', ['b']),
      chunk('a', { imports: ['deep'] }),
      chunk('b'),
      chunk('deep', { bytes: REQUEST, isFixed: true }),
    ]
    expect(mergeChunks(chunks, [visit(['both']), visit(['only-b'])])).toEqual([])
  })

  test('if the file would import one that imports it', () => {
    const chunks = [
      page('home', ['a']),
      chunk('a', { imports: ['between'] }),
      chunk('between', { imports: ['b'], isFixed: true }),
      chunk('b'),
    ]
    expect(mergeChunks(chunks, [visit(['home'])])).toEqual([])
  })
})
