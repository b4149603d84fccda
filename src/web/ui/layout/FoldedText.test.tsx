import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { FoldedText } from './FoldedText.tsx'

/** The height of the whole text; three lines are 60 pixels. */
let textHeight = 20
let resize: (width: number) => void

beforeEach(() => {
  textHeight = 20
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => textHeight)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(60)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(report: (entries: { contentRect: { width: number } }[]) => void) {
        resize = (width) => report([{ contentRect: { width } }])
      }
      observe() {}
      disconnect() {}
    },
  )
})

const folded = (text: string) => <FoldedText text={text} moreLabel="Ver más" lessLabel="Ver menos" />
const button = () => screen.queryByRole('button', { name: 'Ver más' })

test('a text that becomes long gets its button, and loses it with the length', () => {
  const { rerender } = show(folded('Short'))
  expect(button()).toBeNull()
  textHeight = 200
  rerender(folded('Long'))
  expect(button()).not.toBeNull()
  textHeight = 20
  rerender(folded('Short'))
  expect(button()).toBeNull()
})

test('a text that no longer fits a narrower window gets its button', () => {
  show(folded('Short'))
  textHeight = 200
  act(() => resize(100))
  expect(button()).not.toBeNull()
})
