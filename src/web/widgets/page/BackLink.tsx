import { Anchor } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link, type To } from 'react-router'
import classes from './BackLink.module.css'

type Props = {
  to: To
  label: string
  /** What else it takes to be there, where the level above has the same address. */
  onClick?: () => void
}

/** A link one level up, above a screen's title. */
export function BackLink({ to, label, onClick }: Props) {
  return (
    <Anchor component={Link} to={to} size="sm" className={classes.back} onClick={onClick}>
      <IconChevronLeft size={16} aria-hidden="true" />
      {label}
    </Anchor>
  )
}
