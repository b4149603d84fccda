import { Tooltip, UnstyledButton } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './RoundButton.module.css'

type Props = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  label: string
  icon: ReactNode
  /**
   * - `on`: it works
   * - `off`: it is switched off
   * - `active`: something unusual is on
   * - `danger`: it ends something
   */
  look?: 'on' | 'off' | 'active' | 'danger'
}

/** A large round button of a call, big enough for a thumb; its name is beside it as a tooltip. */
export function RoundButton({ label, icon, look = 'on', className, ...button }: Props) {
  return (
    <Tooltip label={label} events={{ hover: true, focus: false, touch: false }}>
      <UnstyledButton
        aria-label={label}
        data-look={look}
        className={[classes.button, className].filter(Boolean).join(' ')}
        {...button}
      >
        {icon}
      </UnstyledButton>
    </Tooltip>
  )
}
