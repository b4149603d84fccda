import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from '../use-focus-back.ts'
import classes from './SideDrawer.module.css'

type Props = { label: string; onClose: () => void; children: ReactNode }

/** A drawer from the left, filled by its content. It is open while it is mounted. */
export function SideDrawer({ label, onClose, children }: Props) {
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={onClose}
      size={288}
      withCloseButton={false}
      padding={0}
      transitionProps={{ duration: 160 }}
      classNames={{ content: classes.content, body: classes.body }}
      attributes={{ content: { 'aria-label': label } }}
    >
      {children}
    </Drawer>
  )
}
