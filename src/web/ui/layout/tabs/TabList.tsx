import { Tabs } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useEffect, useRef, type ComponentProps } from 'react'
import { useMoreSideways } from './more-sideways.ts'

type Props = ComponentProps<typeof Tabs.List> & {
  /** The open tab. */
  active: string
}

/**
 * Tabs side by side. Where they do not fit they scroll: the side that has more of them fades (tabs.css), and the open one
 * is brought into sight, also the one that a link leads to.
 */
export function TabList({ active, ref, ...props }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useMoreSideways(list)
  useEffect(() => {
    const open = list.current?.querySelector('[aria-selected="true"]')
    // Not scrollIntoView, which scrolls the page too.
    if (list.current && open) showSideways(list.current, open)
  }, [active])
  return <Tabs.List ref={useMergedRef(list, ref)} {...props} />
}

/** As much of the neighbour, in px, as tells that there is one. */
const NEIGHBOUR = 40

function showSideways(list: Element, tab: Element): void {
  const around = list.getBoundingClientRect()
  const { left, right } = tab.getBoundingClientRect()
  if (left < around.left + NEIGHBOUR) list.scrollLeft += left - around.left - NEIGHBOUR
  else if (right > around.right - NEIGHBOUR) list.scrollLeft += right - around.right + NEIGHBOUR
}
