import { type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setAlert } from '#web/store/alert.ts'
import { type Menus, loadAhead, useMenus } from './ahead.ts'

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

type Props = {
  opened: boolean
  onChange: (opened: boolean) => void
  /** What opens, for screen readers. */
  kind: 'menu' | 'dialog'
  button: (props: ButtonProps) => ReactNode
  /** The button with its menu, whose code has arrived, and whether it is open. */
  menu: (menus: Menus, button: ReactNode, opened: boolean) => ReactNode
  /** Called with the button's element, which is another one with its menu. */
  onElement?: (element: HTMLButtonElement | null) => void
}

/**
 * A button whose menu is fetched after the screen: the library that places menus is a tenth of a first load. A press
 * before that is kept, and opens the menu once it is there; where it cannot be had the toast says so.
 */
export function LateMenu({ opened, onChange, kind, button, menu, onElement }: Props) {
  const { t } = useTranslation()
  const menus = useMenus()
  const [element, setElement] = useState<HTMLButtonElement | null>(null)
  const [hasFocus, setHasFocus] = useState(false)
  useLayoutEffect(() => {
    if (hasFocus) element?.focus()
  }, [element, hasFocus])
  // A menu that is open from its first moment would not know where the focus was, and could not give it back.
  const [isThere, setIsThere] = useState(false)
  const hasMenu = menus !== undefined
  const ref = useCallback(
    (next: HTMLButtonElement | null) => {
      setElement(next)
      setIsThere(next !== null && hasMenu)
      onElement?.(next)
    },
    [onElement, hasMenu],
  )

  const isWaiting = opened && !menus
  const giveUp = useEffectEvent(() => {
    setAlert(t('part.dialog'), 'error')
    onChange(false)
  })
  useEffect(() => {
    if (isWaiting) loadAhead().catch(() => giveUp())
  }, [isWaiting])

  const props: ButtonProps = {
    ref,
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  }
  if (menus) return menu(menus, button(props), opened && isThere)
  return button({
    ...props,
    'onClick': () => onChange(!opened),
    'aria-haspopup': kind,
    'aria-expanded': false,
    'aria-busy': isWaiting,
  })
}
