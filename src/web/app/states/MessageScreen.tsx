import { type ReactNode, use, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFrameContext } from '#web/ui/layout/Page.tsx'
import { NorteMark } from '#web/widgets/page/NorteMark.tsx'
import classes from './MessageScreen.module.css'

type Props = {
  title: string
  text: string
  /** Without a frame around it the screen is the page's main part itself. */
  framed?: boolean
  children: ReactNode
}

/** A whole screen that says one thing and offers the way on. It needs nothing but its texts. */
export function MessageScreen({ title, text, framed = false, children }: Props) {
  const { t } = useTranslation()
  const { claimTitle } = use(PageFrameContext)
  // The frame gives its own heading up before the paint: a screen has one h1.
  useLayoutEffect(() => (framed ? claimTitle() : undefined), [framed, claimTitle])
  const Main = framed ? 'div' : 'main'
  return (
    <Main className={classes.screen}>
      <title>{`${title} · ${t('appName')}`}</title>
      <span className={classes.mark}>
        <NorteMark size={64} />
      </span>
      <h1 className={classes.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>{children}</div>
    </Main>
  )
}
