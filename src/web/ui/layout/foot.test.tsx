import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { foot } from './foot.ts'

/** A bar of 68 px that sticks 60 px above the foot of a window of 800 px. */
let bar: HTMLElement
let bottom: number

beforeEach(() => {
  vi.stubGlobal('innerHeight', 800)
  bar = document.createElement('div')
  bar.style.bottom = '60px'
  Object.defineProperty(bar, 'offsetHeight', { value: 68 })
  bar.getBoundingClientRect = () => new DOMRect(0, bottom - 68, 390, 68)
  document.body.append(bar)
})

afterEach(() => {
  bar.remove()
  vi.unstubAllGlobals()
})

/** The room that is left for it, once the page has been scrolled. */
function roomWithEndAt(at: number): string {
  bottom = at
  const leave = foot(bar)
  dispatchEvent(new Event('scroll'))
  const room = document.documentElement.style.getPropertyValue('--norte-foot')
  if (typeof leave === 'function') leave()
  return room
}

test.each([
  ['sticks to the foot of the window', 740, '68px'],
  ['is above it, where a short page ends', 500, '0px'],
  ['ends a little above it, where a message would lie on it', 720, '88px'],
  ['is still below the window', 1_200, '0px'],
  ['cannot stick higher, as its form begins there', 770, '38px'],
])('a bar that %s', (_, at, room) => {
  expect(roomWithEndAt(at)).toBe(room)
  expect(document.documentElement.style.getPropertyValue('--norte-foot')).toBe('')
})

test('a slim message has room below a bar that ends a little above the foot', () => {
  const slim = document.createElement('p')
  slim.dataset['slim'] = 'true'
  document.body.append(slim)
  expect(roomWithEndAt(700)).toBe('0px')
  expect(roomWithEndAt(720)).toBe('88px')
  slim.remove()
  expect(roomWithEndAt(700)).toBe('108px')
})

test('a bar that keeps a distance from what is below it', () => {
  bar.style.setProperty('--foot-gap', '12px')
  expect(roomWithEndAt(740)).toBe('80px')
})
