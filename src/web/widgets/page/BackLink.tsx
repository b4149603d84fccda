import { Anchor } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './BackLink.module.css'

/** A link one level up, above a screen's title. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" className={classes.back}>
      <IconChevronLeft size={16} aria-hidden="true" />
      {label}
    </Anchor>
  )
}
