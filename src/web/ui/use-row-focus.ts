import { type RefCallback, useEffect, useRef } from 'react'

/**
 * For rows that each have a button which removes them: the focus goes to the button that is then in its place, of the
 * next row or the one that adds a row; where that cannot be pressed, to that of the row before. `buttonAt` is the `ref`
 * of a row's button, and behind the last one that of the button that adds; call `removed` with the row's place.
 */
export function useRowFocus() {
  const buttons = useRef(new Map<number, HTMLButtonElement>())
  const freed = useRef<number>(undefined)
  useEffect(() => {
    const at = freed.current
    if (at === undefined) return
    freed.current = undefined
    const [next] = [at, at - 1].flatMap((place) => buttons.current.get(place) ?? []).filter(isEnabled)
    next?.focus()
  })
  return {
    buttonAt:
      (at: number): RefCallback<HTMLButtonElement> =>
      (button) => {
        if (button) buttons.current.set(at, button)
        else buttons.current.delete(at)
      },
    removed: (at: number): void => {
      freed.current = at
    },
  }
}

const isEnabled = ({ disabled }: HTMLButtonElement) => !disabled
