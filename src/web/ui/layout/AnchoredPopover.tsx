import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from '../use-focus-back.ts'

type Props = {
  label: string
  /** The rectangle it is shown beside, in window coordinates. */
  at: DOMRect
  width?: number
  onClose: () => void
  children: ReactNode
}

/** How far it stays from the edges of the window, in px. */
const EDGE = 12

/** A small dialog beside an element that is not one of our components. It is open while it is mounted. */
export function AnchoredPopover({ label, at, width = 340, onClose, children }: Props) {
  useFocusBack()
  return (
    <Popover
      opened
      onChange={(open) => !open && onClose()}
      onClose={onClose}
      position="right-start"
      width={width}
      middlewares={{
        flip: { fallbackAxisSideDirection: 'end' },
        shift: {
          padding: { top: EDGE, right: EDGE, bottom: EDGE + bottomBar(), left: EDGE },
          crossAxis: true,
        },
      }}
      shadow="md"
      trapFocus
      // The anchor has no role, so it cannot own a dialog.
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

/** The height in px of the bar at the foot of a phone, of which no half shows beside the dialog. */
function bottomBar(): number {
  const { documentElement } = document
  return Number.parseFloat(getComputedStyle(documentElement).getPropertyValue('--norte-bottom-bar')) || 0
}
