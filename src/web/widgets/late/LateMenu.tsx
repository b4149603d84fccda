import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setAlert } from '#web/store/alert.ts'
import type { LatePart } from './late-part.ts'

/** What the button of a menu gets, with its menu or without. */
export type ButtonProps = {
  'ref': (element: HTMLButtonElement | null) => void
  'onFocus': () => void
  'onBlur': () => void
  'onClick'?: () => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: false
  'aria-busy'?: boolean
}

type Props<T> = {
  /** The code of the menu. */
  part: LatePart<T>
  opened: boolean
  onChange: (opened: boolean) => void
  /** What opens, for screen readers. */
  kind: 'menu' | 'dialog'
  button: (props: ButtonProps) => ReactNode
  /** The button with its menu, whose code has arrived, and whether it is open. */
  menu: (part: T, button: ReactNode, opened: boolean) => ReactNode
  /** Called with the button's element, which is another one with its menu. */
  onElement?: (element: HTMLButtonElement | null) => void
}

/**
 * A button whose menu is built at its first press, by code that is fetched after the screen: the library that places
 * menus is a tenth of a first load, and a list has a menu in each row. A press before the code has arrived is kept, and
 * opens the menu once it is there; where it cannot be had the toast says so.
 */
export function LateMenu<T>({ part, opened, onChange, kind, button, menu, onElement }: Props<T>) {
  const { t } = useTranslation()
  const [wasPressed, setWasPressed] = useState(opened)
  if (opened && !wasPressed) setWasPressed(true)
  const arrived = part.useArrived(wasPressed)
  const [hasFocus, setHasFocus] = useState(false)
  // A menu that is open from its first moment would not know where the focus was, and could not give it back.
  const [isThere, setIsThere] = useState(false)
  const hasMenu = arrived !== undefined && wasPressed
  const ref = useCallback(
    (next: HTMLButtonElement | null) => {
      // The element is not in the state: the many buttons of a list would each be rendered once more when they are there.
      if (hasFocus) next?.focus()
      setIsThere(next !== null && hasMenu)
      onElement?.(next)
    },
    [onElement, hasMenu, hasFocus],
  )

  const isWaiting = opened && arrived === undefined
  const { load } = part
  const giveUp = useEffectEvent(() => {
    setAlert(t('part.dialog'), 'error')
    onChange(false)
  })
  useEffect(() => {
    if (isWaiting) load().catch(() => giveUp())
  }, [isWaiting, load])

  const props: ButtonProps = {
    ref,
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  }
  if (hasMenu) return menu(arrived, button(props), opened && isThere)
  return button({
    ...props,
    'onClick': () => onChange(!opened),
    'aria-haspopup': kind,
    'aria-expanded': false,
    'aria-busy': isWaiting,
  })
}
