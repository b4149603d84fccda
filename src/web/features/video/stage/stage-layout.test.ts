import { describe, expect, test } from 'vitest'
import { PeerId } from '#contract/values.ts'
import { type StageLayout, layoutOf, sizesIn, stripOf } from './stage-layout.ts'

const id = (n: number) => PeerId.parse(`01890000-0000-7000-8000-${String(n).padStart(12, '0')}`)
const person = (n: number, screen = false) => ({ peerId: id(n), media: { screen } })
const calm = { choice: 'grid', loudest: undefined, sharesOwn: false } as const

describe('how a call is laid out', () => {
  test('alone, and two', () => {
    expect(layoutOf([], calm)).toEqual({ kind: 'alone' })
    expect(layoutOf([person(1)], { ...calm, choice: 'speaker' })).toEqual({ kind: 'pair', other: id(1) })
  })

  test.each([
    [2, { wide: 2, narrow: 2 }],
    [3, { wide: 2, narrow: 2 }],
    [8, { wide: 3, narrow: 2 }],
    [11, { wide: 4, narrow: 2 }],
  ])('%i others as a grid', (count, columns) => {
    const others = Array.from({ length: count }, (_, n) => person(n + 1))
    expect(layoutOf(others, calm)).toEqual({ kind: 'grid', columns })
  })

  test('the loudest of a group is large, or the first while nobody spoke', () => {
    const others = [person(1), person(2)]
    const speaker = { ...calm, choice: 'speaker' } as const
    expect(layoutOf(others, { ...speaker, loudest: id(2) })).toMatchObject({ of: id(2), what: 'person' })
    expect(layoutOf(others, { ...speaker, loudest: id(9) })).toMatchObject({ of: id(1) })
  })

  test('a shared screen is always large', () => {
    expect(layoutOf([person(1), person(2, true)], calm)).toEqual({ kind: 'large', what: 'screen', of: id(2) })
  })

  test('one who shares their screen sees beside the other what is shared', () => {
    expect(layoutOf([person(1)], { ...calm, sharesOwn: true })).toMatchObject({ kind: 'grid' })
  })
})

const people = (count: number) => Array.from({ length: count }, (_, n) => person(n + 1))

// @spec P.262
describe('in which size a camera is needed', () => {
  const sizes = (count: number, choice: 'grid' | 'speaker', loudest?: PeerId) => {
    const others = people(count)
    return sizesIn(layoutOf(others, { ...calm, choice, loudest }), others, loudest)
  }
  const all = (count: number, size: 'medium' | 'large') =>
    people(count).map(({ peerId }) => ({ peerId, size }))

  test('nobody’s alone; large of two and of three; of as many as six in between', () => {
    expect(sizes(0, 'grid')).toEqual([])
    expect(sizes(1, 'grid')).toEqual(all(1, 'large'))
    expect(sizes(2, 'grid')).toEqual(all(2, 'large'))
    expect(sizes(3, 'grid')).toEqual(all(3, 'medium'))
    expect(sizes(5, 'grid')).toEqual(all(5, 'medium'))
  })

  test('of who speaks always large, of the others of many small', () => {
    expect(sizes(11, 'grid')).toEqual([])
    expect(sizes(11, 'grid', id(7))).toEqual([{ peerId: id(7), size: 'large' }])
    expect(sizes(11, 'speaker', id(7))).toEqual([{ peerId: id(7), size: 'large' }])
    expect(sizes(11, 'speaker')).toEqual([{ peerId: id(1), size: 'large' }])
    expect(sizes(4, 'grid', id(2))[1]).toEqual({ peerId: id(2), size: 'large' })
  })

  test('small of all while a screen is what they look at', () => {
    const others = [person(1), person(2, true), person(3)]
    expect(sizesIn(layoutOf(others, calm), others, id(1))).toEqual([])
  })
})

describe('how long the strip is', () => {
  test.each([
    ['beside a person: the others and oneself', people(11), false, 11],
    ['beside a screen: everybody', [...people(10), person(11, true)], false, 12],
    ['with another screen and one’s own', [person(1, true), person(2, true)], true, 5],
  ])('%s', (_, others, sharesOwn, length) => {
    const layout: StageLayout = layoutOf(others, { ...calm, choice: 'speaker', sharesOwn })
    expect(layout.kind).toBe('large')
    expect(stripOf(others, layout, sharesOwn)).toBe(length)
  })
})
