import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, createContext, use, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import classes from './Page.module.css'

/** The element of the frame that holds a page's title; null if the frame has no such element. */
export type PageFrame = {
  titleSlot: HTMLElement | null
  /** Appended to the page's title in the browser tab. */
  appName: string
  /** Tells the frame that the page shows its own title; returns a function that undoes it. */
  claimTitle: () => () => void
}

export const PageFrameContext = createContext<PageFrame>({
  titleSlot: null,
  appName: '',
  claimTitle: () => () => undefined,
})

type Props = {
  /** The h1. Without it the frame shows its own (the greeting). */
  title?: string
  subtitle?: ReactNode
  /** It says what the link back says: a phone, where the one is above the other, has only that. */
  subtitleIsBack?: boolean
  /** What can be done here, at the end of the bar above the content. */
  actions?: ReactNode
  /** Search and filters of a list, at the start of that bar. */
  tools?: ReactNode
  /** A link above the content, one level up. */
  back?: ReactNode
  /**
   * `list` and `record` have the whole width (a record puts its context into the second of two `Columns`); `form` is one
   * centred column, for forms and reading (design.md, "Layout").
   */
  template?: 'list' | 'record' | 'form'
  children: ReactNode
}

/** A screen: its title is in the frame's header, what can be done in a bar above the content. */
export function Page({
  title,
  subtitle,
  subtitleIsBack = false,
  actions,
  tools,
  back,
  template = 'list',
  children,
}: Props) {
  const { titleSlot, appName, claimTitle } = use(PageFrameContext)
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false
  const hasTitle = title !== undefined
  // Before the paint, so that a page never shows two h1, not even for one frame.
  useLayoutEffect(() => (hasTitle ? claimTitle() : undefined), [hasTitle, claimTitle])

  // A phone's header has room for the title alone.
  const inHeader = isWide && titleSlot !== null
  const line = subtitle !== undefined && (
    <p className={classes.subtitle} title={inHeader && typeof subtitle === 'string' ? subtitle : undefined}>
      {subtitle}
    </p>
  )
  const heading = hasTitle && (
    <div className={classes.heading} data-in-header={titleSlot !== null || undefined}>
      {/* The header has one line each; the tooltip shows the full text of what is cut. */}
      <h1 className={classes.title} tabIndex={-1} title={titleSlot ? title : undefined}>
        {title}
      </h1>
      {(inHeader || titleSlot === null) && line}
    </div>
  )
  const below = !inHeader && titleSlot !== null && !subtitleIsBack && line
  const hasBar = Boolean(back || below || tools || actions)

  return (
    <div className={classes.page} data-template={template}>
      <title>{hasTitle ? `${title} · ${appName}` : appName}</title>
      {titleSlot ? createPortal(heading, titleSlot) : heading}
      {hasBar && (
        <div className={classes.bar}>
          {(back || below) && (
            <div className={classes.where}>
              {back}
              {below}
            </div>
          )}
          {tools && <div className={classes.tools}>{tools}</div>}
          {actions && <div className={`${classes.actions} norte-actions`}>{actions}</div>}
        </div>
      )}
      {children}
    </div>
  )
}
