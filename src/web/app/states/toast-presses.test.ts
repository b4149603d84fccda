import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const styles = readFileSync(new URL('Toast.module.css', import.meta.url), 'utf8')

/** What the rule of a selector says about presses, before the rules nested in it. */
const pressesOn = (selector: string) =>
  /^[^{}]*?pointer-events: (\w+)/.exec(styles.split(`\n${selector} {`)[1] ?? '')?.[1]

test('only a message with buttons takes presses: its place is always there, over the bar of a phone as well', () => {
  expect([pressesOn('.place'), pressesOn('.toast'), pressesOn('.toast[data-slim]')]).toEqual([
    'none',
    'auto',
    'none',
  ])
})
