import { useTranslation } from 'react-i18next'
import { NeedleMark } from '#web/ui/feedback/CompassLine.tsx'
import { NorteMark } from '#web/widgets/page/NorteMark.tsx'
import classes from './ProductIntro.module.css'

/** What Norte is, in one line and one sentence: beside the sign-in, and on a phone the band above it. */
export function ProductIntro({ className }: { className: string | undefined }) {
  const { t } = useTranslation(['auth', 'common'])
  return (
    <aside className={`${classes.intro} ${className}`} aria-label={t('landing.about')}>
      <p className={classes.brand}>
        <NorteMark size={36} />
        {t('common:appName')}
      </p>
      <div className={classes.words}>
        <span className={classes.course} aria-hidden="true">
          <NeedleMark />
        </span>
        <p className={classes.headline}>{t('landing.headline')}</p>
        <p className={classes.lead}>{t('landing.lead')}</p>
      </div>
    </aside>
  )
}

/** The compass of the logo, large and in fine lines; its warm needle points on course. */
export function IntroCompass({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 400 400" fill="none" stroke="#fff" aria-hidden="true">
      <g opacity="0.17">
        <circle cx="200" cy="200" r="199" />
        <circle
          cx="200"
          cy="200"
          r="188"
          strokeWidth="8"
          pathLength="360"
          strokeDasharray="0.35 4.65"
          strokeDashoffset="0.175"
        />
        <circle
          cx="200"
          cy="200"
          r="180"
          strokeWidth="24"
          pathLength="360"
          strokeDasharray="0.4 29.6"
          strokeDashoffset="0.2"
        />
        <circle cx="200" cy="200" r="112" />
        <circle cx="200" cy="200" r="26" />
        <path d="M200 32v44M200 324v44M32 200h44M324 200h44M100 300l93-107 14 14Z" />
      </g>
      <path d="M300 100 207 207 193 193Z" fill="var(--norte-warm)" stroke="none" />
    </svg>
  )
}
