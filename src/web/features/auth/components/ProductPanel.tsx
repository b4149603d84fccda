import { IconCalendarCheck, IconListCheck, IconLockHeart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NorteMark } from '#web/widgets/page/NorteMark.tsx'
import classes from './ProductPanel.module.css'

const POINTS = [
  { key: 'calendar', Icon: IconCalendarCheck },
  { key: 'agreements', Icon: IconListCheck },
  { key: 'trust', Icon: IconLockHeart },
] as const

/** What Norte is and for whom, with a preview of a session. */
export function ProductPanel({ className = '' }: { className?: string | undefined }) {
  const { t } = useTranslation(['auth', 'common'])
  return (
    <aside className={`${classes.panel} ${className}`} aria-label={t('landing.about')}>
      <Compass />
      <div className={classes.brand}>
        <NorteMark size={40} />
        <span>{t('common:appName')}</span>
      </div>
      <div className={classes.body}>
        <p className={classes.headline}>{t('landing.headline')}</p>
        <p className={classes.lead}>{t('landing.lead')}</p>
        <ul className={classes.points}>
          {POINTS.map(({ key, Icon }) => (
            <li key={key} className={classes.point}>
              <Icon aria-hidden="true" />
              <span>
                <strong>{t(`landing.points.${key}.title`)}</strong>
                {t(`landing.points.${key}.text`)}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <p className={classes.foot}>{t('landing.foot')}</p>
    </aside>
  )
}

/** A large, faint compass in the background. */
function Compass() {
  return (
    <svg className={classes.compass} viewBox="0 0 400 400" fill="none" aria-hidden="true">
      <g stroke="#fff" opacity="0.14">
        <circle cx="200" cy="200" r="198" />
        <circle cx="200" cy="200" r="150" strokeDasharray="1 11" strokeWidth="3" strokeLinecap="round" />
        <circle cx="200" cy="200" r="104" />
        <path d="M200 2v46M200 352v46M2 200h46M352 200h46" strokeWidth="2" />
      </g>
      <path d="M286 114 226 226 174 174Z" fill="#fff" opacity="0.16" />
      <path d="M114 286 174 174 226 226Z" fill="#fff" opacity="0.07" />
    </svg>
  )
}
