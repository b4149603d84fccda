import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCreates } from '#web/store/store.ts'
import { NewButton } from '../create/NewButton.tsx'
import type { Titles } from '../titles.ts'
import classes from './Header.module.css'
import { HeaderTitle } from './HeaderTitle.tsx'
import { MessagesMenu } from './MessagesMenu.tsx'
import { NotificationsMenu } from './NotificationsMenu.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { SchemeToggle } from '../SchemeToggle.tsx'
import { UserMenu } from './UserMenu.tsx'

type Props = {
  /** Opens the drawer; absent where the sidebar is beside the page. */
  onMenu: (() => void) | undefined
  titles: Titles
}

export function Header({ onMenu, titles }: Props) {
  const { t } = useTranslation('shell')
  const creates = useCreates()
  return (
    <header className={classes.header}>
      {onMenu && (
        <button type="button" className={classes.menu} aria-label={t('menu.open')} onClick={onMenu}>
          <IconMenu2 aria-hidden="true" />
        </button>
      )}
      <HeaderTitle titles={titles} />
      <div className={classes.icons}>
        {creates && !onMenu && <NewButton />}
        <PaletteButton hidden={onMenu !== undefined} />
        {!onMenu && <SchemeToggle className={classes.icon} iconOnly />}
        <MessagesMenu className={classes.icon} />
        <NotificationsMenu className={classes.icon} />
        <UserMenu compact={onMenu !== undefined} />
      </div>
    </header>
  )
}
