import { Suspense, useState } from 'react'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { useHasSpaces } from '#web/widgets/sign-in/use-has-spaces.ts'
import { LateMenu } from '#web/widgets/late/LateMenu.tsx'
import { LogoutDialog, aheadParts } from '../ahead.ts'
import { UserCard } from '../UserCard.tsx'
import classes from './UserMenu.module.css'

const SpacesDialog = lazyDialog(async () => ({
  default: (await import('#web/widgets/sign-in/SpacesDialog.tsx')).SpacesDialog,
}))

/** The picture with its menu, the other spaces, and the question before signing out (spec §2, product §1 D19). */
export function UserMenu({ compact }: { compact: boolean }) {
  const [opened, setOpened] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [moving, setMoving] = useState(false)
  const hasSpaces = useHasSpaces()
  // The entries that open a dialog are gone when it closes.
  const [target, setTarget] = useState<HTMLButtonElement | null>(null)
  const backTo = (close: (opened: false) => void) => () => {
    close(false)
    target?.focus()
  }
  return (
    <>
      <LateMenu
        part={aheadParts}
        onElement={setTarget}
        kind="menu"
        opened={opened}
        onChange={setOpened}
        button={(props) => (
          <button type="button" {...props} className={classes.target}>
            <UserCard compact={compact} />
          </button>
        )}
        menu={({ UserEntries }, button, isOpen) => (
          <UserEntries
            opened={isOpen}
            onChange={setOpened}
            target={button}
            onMove={hasSpaces ? () => setMoving(true) : undefined}
            onLeave={() => setLeaving(true)}
          />
        )}
      />
      <Suspense>{moving && <SpacesDialog onClose={backTo(setMoving)} />}</Suspense>
      <Suspense>{leaving && <LogoutDialog opened onClose={backTo(setLeaving)} />}</Suspense>
    </>
  )
}
