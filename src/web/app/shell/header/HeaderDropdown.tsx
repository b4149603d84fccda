import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { POPOVER } from './popover-size.ts'
import classes from './HeaderDropdown.module.css'

type Props = {
  opened: boolean
  onChange: (opened: boolean) => void
  target: ReactNode
  title: string
  all: { label: string; to: string }
  children: ReactNode
}

/** What drops from the bell and from the messages: 270 × 300 (spec §9), closed by a dismissal or by its link. */
export function HeaderDropdown({ opened, onChange, target, title, all, children }: Props) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      width={POPOVER.width}
      position="bottom-end"
      offset={8}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={classes.popover} h={POPOVER.height}>
        <h2 className={classes.title}>{title}</h2>
        {/* Scrolled by keyboard even when nothing in it takes the focus. */}
        <div className={classes.list} tabIndex={0} role="group" aria-label={title}>
          {children}
        </div>
        <Link className={classes.all} to={all.to} onClick={() => onChange(false)}>
          {all.label}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
