import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './FormRemoval.module.css'

type Props = { icon: ReactNode; children: ReactNode; disabled?: boolean; onClick: () => void }

/** What destroys, at the end of a form's fields: apart from the bar that saves, so that neither is hit for the other. */
export function FormRemoval({ icon, children, ...button }: Props) {
  return (
    <Button {...button} variant="subtle" color="negative" className={classes.removal} leftSection={icon}>
      {children}
    </Button>
  )
}
