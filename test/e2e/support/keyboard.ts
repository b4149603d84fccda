import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Where the focus is after a press of Tab. */
type Stop = {
  /** Counted up by the page; 0 is the page itself, where a round ends. */
  id: number
  /** For the message: what it is and how it is called. */
  name: string
  isOutOfSight: boolean
  /** How it and what belongs to it are drawn with the focus. */
  look: string
  /** How the stop before it is drawn now that it has the focus no longer. */
  lookOfLast: string | undefined
}

type Walk = { begin: () => number; stop: () => Stop; passedOver: () => string[] }

/**
 * Walks a screen by Tab alone from its top to its end: every stop is in sight and is drawn otherwise than without the
 * focus, nothing keeps the focus, and nothing that can be used is passed over (WCAG 2.1.1, 2.1.2, 2.4.7, 2.4.11).
 */
export async function expectWalkable(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate(() => 'walk' in globalThis))) await page.evaluate(installWalk)
  const count = await page.evaluate(() => (globalThis as unknown as { walk: Walk }).walk.begin())
  const wrong: string[] = []
  const seen = new Set<number>()
  let last: Stop | undefined
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => (globalThis as unknown as { walk: Walk }).walk.stop())
    if (last && stop.id === last.id) wrong.push(`keeps the focus: ${last.name}`)
    else if (last && stop.lookOfLast === last.look) wrong.push(`no mark of focus: ${last.name}`)
    if (stop.id === 0 || seen.has(stop.id)) break
    if (stop.isOutOfSight) wrong.push(`out of sight with the focus: ${stop.name}`)
    seen.add(stop.id)
    last = stop
    // Scrolled boxes are stops too, and no control.
    if (seen.size > count * 2 + 10) throw new Error(`${what}: the walk does not end`)
  }
  wrong.push(...(await page.evaluate(() => (globalThis as unknown as { walk: Walk }).walk.passedOver())))
  expect.soft(wrong, what).toEqual([])
}

/** What of the walk lives in the page. */
function installWalk() {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'
  const ids = new Map<Element, number>()
  let last: Element | null = null

  const nameOf = (element: Element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
    const name = element.getAttribute('aria-label') ?? label ?? element.textContent
    return `${element.tagName.toLowerCase()} "${name?.trim().slice(0, 60)}"`
  }
  /** The visible element of a control that is drawn by another element. */
  const faceOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const isDrawn = width > 2 && height > 2 && getComputedStyle(element).opacity !== '0'
    if (isDrawn) return element
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    return label ?? element.parentElement ?? element
  }
  const isShown = (element: Element) => {
    const { width, height } = faceOf(element).getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  const canBeUsed = (element: Element) =>
    element instanceof HTMLElement &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    !element.closest('[inert], [aria-hidden="true"]') &&
    isShown(element)
  const controls = () => [...document.querySelectorAll(CONTROLS)].filter(canBeUsed)

  const isInSight = (element: Element) => {
    const face = faceOf(element)
    const { left, right, top, bottom } = face.getBoundingClientRect()
    const isClickedThrough = getComputedStyle(face).pointerEvents === 'none'
    const inset = (from: number, to: number) => [from + 2, (from + to) / 2, to - 2]
    return inset(left, right).some((x) =>
      inset(top, bottom).some((y) => {
        const there = document.elementFromPoint(x, y)
        return there !== null && (face.contains(there) || (isClickedThrough && there.contains(face)))
      }),
    )
  }
  const lookOf = (element: Element) => {
    const face = faceOf(element)
    const parts = [element, element.parentElement, element.nextElementSibling, face, ...face.children]
    return parts
      .filter((part) => part !== null)
      .map((part) => {
        const style = getComputedStyle(part)
        return [
          style.outline,
          style.boxShadow,
          style.border,
          style.background,
          style.color,
          style.textDecoration,
          style.transform,
          style.opacity,
        ].join()
      })
      .join('\n')
  }
  /** Half-way through a colour transition the computed style is not final. */
  const finishTransitions = () => {
    for (const each of document.getAnimations()) {
      if (each.effect?.getComputedTiming().iterations !== Infinity) each.finish()
    }
  }

  const walk: Walk = {
    begin() {
      ids.clear()
      last = null
      document.body.tabIndex = -1
      document.body.focus()
      document.body.removeAttribute('tabindex')
      return controls().length
    },
    stop() {
      finishTransitions()
      const lookOfLast = last ? lookOf(last) : undefined
      const active = document.activeElement
      const isPage = active === null || active === document.body || active === document.documentElement
      last = isPage ? null : active
      if (isPage) return { id: 0, name: 'the page', isOutOfSight: false, look: '', lookOfLast }
      if (!ids.has(active)) ids.set(active, ids.size + 1)
      return {
        id: ids.get(active)!,
        name: nameOf(active),
        isOutOfSight: !isInSight(active),
        look: lookOf(active),
        lookOfLast,
      }
    },
    passedOver() {
      // Of radios with one name one is a stop; the arrows lead to the others.
      const groupOf = (element: Element) =>
        element instanceof HTMLInputElement && element.type === 'radio' ? element.name : ''
      const groups = new Set([...ids.keys()].map(groupOf))
      return controls()
        .filter((element) => !ids.has(element) && !(groupOf(element) && groups.has(groupOf(element))))
        .map((element) => `passed over: ${nameOf(element)}`)
    },
  }
  Object.assign(globalThis, { walk })
}

/** Pastes HTML where the cursor is, as a program puts it on the clipboard. */
export async function paste(field: Locator, html: string): Promise<void> {
  await field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', copied)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}
