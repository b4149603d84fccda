import '#web/ui/theme/kit-fields.ts'
import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { GoogleNotice } from '#web/widgets/sign-in/GoogleNotice.tsx'
import { useGoogleMemory } from '#web/widgets/sign-in/google-memory.ts'
import { PublicFooter } from '#web/widgets/page/PublicFrame.tsx'
import { IntroCompass, ProductIntro } from './components/ProductIntro.tsx'
import { ProductPoints } from './components/ProductPoints.tsx'
import { SignInForm } from './components/SignInForm.tsx'
import { useGoogleArrival } from './use-google-arrival.ts'
import classes from './LandingScreen.module.css'

/** The first screen (product §3): what Norte is, beside the sign-in. */
export function Component() {
  const { t } = useTranslation(['auth', 'common'])
  const entering = useGoogleMemory((memory) => memory.entering)
  useGoogleArrival()
  return (
    <div className={classes.screen}>
      <title>{`${t('common:appName')} · ${t('landing.tagline')}`}</title>
      <div className={classes.ground}>
        <IntroCompass className={classes.compass} />
      </div>
      <ProductIntro className={classes.intro} />
      <main className={classes.main}>
        <div className={classes.form}>
          <h1 className={classes.title}>{t('signIn.title')}</h1>
          <p className={classes.subtitle}>{t('signIn.subtitle')}</p>
          {entering ? (
            <p role="status" className={classes.entering}>
              <Loader size={20} aria-hidden="true" />
              {t('google.entering')}
            </p>
          ) : (
            <div className={classes.entry}>
              <GoogleNotice />
              <SignInForm />
            </div>
          )}
        </div>
      </main>
      <ProductPoints className={classes.points} />
      <div className={classes.footer}>
        <PublicFooter />
      </div>
    </div>
  )
}
