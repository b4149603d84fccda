import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, createContext, use, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import classes from './Page.module.css'

/** The element of the frame that holds a page's title and actions; null if the frame has no such element. */
export type PageFrame = {
  titleSlot: HTMLElement | null
  actionsSlot: HTMLElement | null
  /** Appended to the page's title in the browser tab. */
  appName: string
  /** Tells the frame that the page shows its own title; returns a function that undoes it. */
  claimTitle: () => () => void
}

export const PageFrameContext = createContext<PageFrame>({
  titleSlot: null,
  actionsSlot: null,
  appName: '',
  claimTitle: () => () => undefined,
})

type Props = {
  /** The h1. Without it the frame shows its own (the greeting). */
  title?: string
  subtitle?: ReactNode
  actions?: ReactNode
  /** For pages with too many actions for the header: they are shown beside the back link. */
  manyActions?: boolean
  /** A link above the title, one level up. */
  back?: ReactNode
  /** `narrow` for forms and reading content. */
  width?: 'wide' | 'narrow'
  children: ReactNode
}

/** A screen: its title is in the header where there is room, otherwise above the content. */
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
  // Before the paint, so that a page never shows two h1, not even for one frame.
  useLayoutEffect(() => (hasTitle ? claimTitle() : undefined), [hasTitle, claimTitle])

  const inHeader = roomy && titleSlot !== null
  const heading = hasTitle && (
    <div className={classes.heading} data-in-header={inHeader || undefined}>
      {/* The header has one line each; the tooltip shows the full text of what is cut. */}
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
