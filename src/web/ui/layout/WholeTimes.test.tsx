import { expect, test } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { WholeTimes } from './WholeTimes.tsx'

const wholeIn = (text: string) => {
  const { container } = show(
    <p>
      <WholeTimes text={text} />
    </p>,
  )
  const whole = container.querySelector('p')!
  expect(whole.textContent).toBe(text)
  return [...whole.querySelectorAll('span')].map((span) => [span.textContent, span.style.whiteSpace])
}

test('a time from one hour to another stays on one line, the rest of its text does not', () => {
  expect(wholeIn('lunes 15 de marzo, 10:30–11:30\u00a0h')).toEqual([['10:30–11:30\u00a0h', 'nowrap']])
  expect(wholeIn('Monday, March 15, 9:00–10:00 · 16:00–17:00 for Emilio')).toEqual([
    ['9:00–10:00', 'nowrap'],
    ['16:00–17:00', 'nowrap'],
  ])
  expect(wholeIn('15 mar 2027 – 19 mar 2027')).toEqual([])
})
