import { IconSearch } from '@tabler/icons-react'
import { Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PALETTE_KEY, usePaletteKey } from '../../palette/use-palette-key.ts'
import { useSingleKey } from '#web/ui/use-single-key.ts'
import { CommandPalette, KeysDialog } from '../ahead.ts'
import classes from './PaletteButton.module.css'

/**
 * Opens the command palette, as Ctrl K and ⌘ K do everywhere. Without a place for the button only the keys do. "?" lists
 * all keys, which the palette says.
 */
export function PaletteButton({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('shell')
  const [opened, setOpened] = useState(false)
  const toggle = useCallback(() => setOpened((before) => !before), [])
  usePaletteKey(toggle)
  const [listing, setListing] = useState(false)
  useSingleKey(['?'], () => setListing(true))
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
            {PALETTE_KEY}
          </kbd>
        </button>
      )}
      <Suspense>{listing && <KeysDialog onClose={() => setListing(false)} />}</Suspense>
      <Suspense>{opened && <CommandPalette onClose={() => setOpened(false)} />}</Suspense>
    </>
  )
}
