import { useTranslation } from 'react-i18next'
import { NorteMark } from '#web/widgets/NorteMark.tsx'
import { PublicFooter } from '#web/widgets/PublicFrame.tsx'
import { ProductPanel } from './components/ProductPanel.tsx'
import { SignInForm } from './components/SignInForm.tsx'
import classes from './LandingScreen.module.css'

/** The first screen (product §3): what Norte is, in one look, beside the sign-in. */
export function LandingScreen() {
  const { t } = useTranslation(['auth', 'common'])
  return (
    <div className={classes.screen}>
      <title>{`${t('common:appName')} · ${t('landing.tagline')}`}</title>
      <ProductPanel className={classes.panel} />
      <main className={classes.main}>
        <div className={classes.brand}>
          <NorteMark size={40} />
          <span>{t('common:appName')}</span>
        </div>
        <div className={classes.form}>
          <h1 className={classes.title}>{t('signIn.title')}</h1>
          <p className={classes.subtitle}>{t('signIn.subtitle')}</p>
          <SignInForm />
        </div>
        <PublicFooter />
      </main>
    </div>
  )
}
