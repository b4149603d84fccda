import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { NorteMark } from './NorteMark.tsx'
import classes from './PublicFrame.module.css'

/** Widths of the content; the logo is above its left edge. */
const WIDTHS = { card: '544px', form: '720px', text: '780px', wide: '1120px' }

type Props = {
  /** Appended to the product's name in the browser tab. */
  title: string
  /** Beside the logo, such as a sign-out button. */
  aside?: ReactNode
  width?: keyof typeof WIDTHS
  children: ReactNode
}

/** Frame of every screen without a sidebar: the logo that links home, the screen, and the legal links. */
export function PublicFrame({ title, aside, width = 'form', children }: Props) {
  const { t } = useTranslation()
  return (
    <div
      className={`${classes.frame} norte-leaves-room`}
      style={{ '--public-width': WIDTHS[width] } as CSSProperties}
    >
      <title>{`${title} · ${t('appName')}`}</title>
      <header className={classes.header}>
        <Link to={paths.home()} className={classes.brand}>
          <NorteMark size={30} />
          {t('appName')}
        </Link>
        {aside}
      </header>
      <main className={`${classes.main} norte-public`}>{children}</main>
      <PublicFooter />
    </div>
  )
}

/** Footer of every public screen: the legal texts (product §3) and, for a visitor, the language. */
export function PublicFooter() {
  const { t } = useTranslation()
  return (
    <footer className={classes.footer}>
      <p className={classes.legal}>
        <Link to={paths.privacy()}>{t('privacyNotice')}</Link>
        <span aria-hidden="true">·</span>
        <Link to={paths.terms()}>{t('termsOfUse')}</Link>
      </p>
      <LanguageSwitch />
    </footer>
  )
}
