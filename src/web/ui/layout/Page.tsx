import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, createContext, use, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import classes from './Page.module.css'

/** Where the frame around a page takes its title and actions; null while there is no such place. */
export type PageFrame = {
  titleSlot: HTMLElement | null
  actionsSlot: HTMLElement | null
  /** Follows the page's title in the browser's tab. */
  appName: string
  /** Tells the frame that a page shows its own title; answers how to take that back. */
  claimTitle: () => () => void
}

export const PageFrameContext = createContext<PageFrame>({
  titleSlot: null,
  actionsSlot: null,
  appName: '',
  claimTitle: () => () => undefined,
})

type Props = {
  /** The h1. Without one the frame shows its own (the greeting). */
  title?: string
  subtitle?: ReactNode
  actions?: ReactNode
  /** Where there are so many actions that the header would have no room for the title: beside the way back. */
  manyActions?: boolean
  /** A link above the title that leads one level up. */
  back?: ReactNode
  /** `narrow` for forms and reading. */
  width?: 'wide' | 'narrow'
  children: ReactNode
}

/** A screen: its title goes to the header where there is room for it, and above the content where there is not. */
export function Page({
  title,
  subtitle,
  actions,
  manyActions = false,
  back,
  width = 'wide',
  children,
}: Props) {
  const { titleSlot, actionsSlot, appName, claimTitle } = use(PageFrameContext)
  const roomy = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }) ?? false
  const hasTitle = title !== undefined
  // Before the paint: a page never shows two first headings, not even for a frame.
  useLayoutEffect(() => (hasTitle ? claimTitle() : undefined), [hasTitle, claimTitle])

  const inHeader = roomy && titleSlot !== null
  const heading = hasTitle && (
    <div className={classes.heading} data-in-header={inHeader || undefined}>
      {/* The header has one line for each: what is cut there is whole in the tooltip. */}
      <h1 className={classes.title} tabIndex={-1} title={inHeader ? title : undefined}>
        {title}
      </h1>
      {subtitle !== undefined && (
        <p
          className={classes.subtitle}
          title={inHeader && typeof subtitle === 'string' ? subtitle : undefined}
        >
          {subtitle}
        </p>
      )}
    </div>
  )
  const buttons = actions !== undefined && <div className={classes.actions}>{actions}</div>

  return (
    <div className={classes.page} data-width={width}>
      <title>{hasTitle ? `${title} · ${appName}` : appName}</title>
      {inHeader && manyActions ? (
        <div className={classes.bar}>
          {back}
          {buttons}
        </div>
      ) : (
        back
      )}
      {inHeader ? (
        <>
          {createPortal(heading, titleSlot)}
          {actionsSlot && !manyActions && createPortal(buttons, actionsSlot)}
        </>
      ) : (
        (heading || buttons) && (
          <div className={classes.head}>
            {heading}
            {buttons}
          </div>
        )
      )}
      {children}
    </div>
  )
}
