import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from '../use-focus-back.ts'

type Props = {
  label: string
  /** What it stands beside, in the window. */
  at: DOMRect
  width?: number
  onClose: () => void
  children: ReactNode
}

/** A small dialog beside something that is no component of ours. It is open as long as it is there. */
export function AnchoredPopover({ label, at, width = 340, onClose, children }: Props) {
  useFocusBack()
  return (
    <Popover
      opened
      onChange={(open) => !open && onClose()}
      onClose={onClose}
      position="right-start"
      width={width}
      middlewares={{ flip: { fallbackAxisSideDirection: 'end' }, shift: { padding: 12, crossAxis: true } }}
      shadow="md"
      trapFocus
      // The anchor is a mere place: it has no role that could own a dialog.
      withRoles={false}
    >
      <Popover.Target>
        <span
          aria-hidden="true"
          style={{
            position: 'fixed',
            left: at.left,
            top: at.top,
            width: at.width,
            height: at.height,
            pointerEvents: 'none',
          }}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} p={16} maw="calc(100vw - 24px)">
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
