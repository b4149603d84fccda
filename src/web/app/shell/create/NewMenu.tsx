import { type ReactNode, useState } from 'react'
import { useSingleKey } from '#web/ui/use-single-key.ts'
import { type ButtonProps, LateMenu } from '#web/widgets/late/LateMenu.tsx'
import { aheadParts } from '../ahead.ts'

const KEY = 'n'

type Props = {
  button: (props: ButtonProps) => ReactNode
  position: 'bottom-end' | 'top'
}

/** "Nuevo", the same on every screen of a coach, by its button and by the key N (design.md, "Behaviour"). */
export function NewMenu({ button, position }: Props) {
  const [opened, setOpened] = useState(false)
  useSingleKey([KEY], () => setOpened(true))
  return (
    <LateMenu
      part={aheadParts}
      kind="menu"
      opened={opened}
      onChange={setOpened}
      button={button}
      menu={({ NewEntries }, target, isOpen) => (
        <NewEntries opened={isOpen} onChange={setOpened} position={position} target={target} />
      )}
    />
  )
}
