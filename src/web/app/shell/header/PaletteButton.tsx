import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandPalette } from '../ahead.ts'
import classes from './PaletteButton.module.css'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the command palette, as Ctrl K and ⌘ K do everywhere. Without a place for the button only the keys do. */
export function PaletteButton({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('shell')
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpened((before) => !before)
    }
    addEventListener('keydown', heard)
    return () => removeEventListener('keydown', heard)
  }, [])
  return (
    <>
      {!hidden && (
        <button
          type="button"
          className={classes.button}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpened(true)}
        >
          <IconSearch aria-hidden="true" />
          <span className={classes.label}>{t('palette.open')}</span>
          <kbd className={classes.key} aria-hidden="true">
            {isMac ? '⌘ K' : 'Ctrl K'}
          </kbd>
        </button>
      )}
      <Suspense>{opened && <CommandPalette onClose={() => setOpened(false)} />}</Suspense>
    </>
  )
}
