import { IconCalendarEvent, IconHome, IconTarget } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { accentOf } from '#contract/account/accents.ts'
import { applyAccent } from '#web/ui/accents.ts'
import { initials } from '#web/ui/layout/PersonAvatar.tsx'
import { NorteMark } from '#web/widgets/page/NorteMark.tsx'
import classes from './BrandPreview.module.css'

type Props = {
  scheme: 'light' | 'dark'
  companyName: string
  logo: string | undefined
  colorUI: string
}

/** A small preview of a client's sidebar and header, in one scheme, from the form's current values. */
export function BrandPreview({ scheme, companyName, logo, colorUI }: Props) {
  const { t } = useTranslation(['appearance', 'common'])
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (frame.current) applyAccent(frame.current, accentOf(colorUI))
  }, [colorUI])
  return (
    <figure className={classes.figure}>
      <div ref={frame} className={classes.frame} data-mantine-color-scheme={scheme} aria-hidden="true">
        <div className={classes.sidebar}>
          <div className={classes.practice}>
            <span className={classes.logo} data-none={!logo || undefined}>
              {logo ? <img src={logo} alt="" /> : <NorteMark size={18} />}
            </span>
            <span className={classes.name}>{companyName || t('common:appName')}</span>
          </div>
          <span className={classes.item} data-current>
            <IconHome size={13} /> {t('brand.previewHome')}
          </span>
          <span className={classes.item}>
            <IconCalendarEvent size={13} /> {t('brand.previewCalendar')}
          </span>
          <span className={classes.item}>
            <IconTarget size={13} /> {t('brand.previewGoals')}
          </span>
        </div>
        <div className={classes.page}>
          <div className={classes.header}>
            <strong>{t('brand.previewHello', { name: t('brand.previewName') })}</strong>
            <span className={classes.avatar}>{initials(t('brand.previewName'))}</span>
          </div>
          <div className={classes.card}>
            <span className={classes.title}>{t('brand.previewNext')}</span>
            <span className={classes.line} />
            <span className={classes.button}>{t('brand.previewJoin')}</span>
          </div>
        </div>
      </div>
      <figcaption className={classes.caption}>
        {t(scheme === 'light' ? 'brand.previewLight' : 'brand.previewDark')}
      </figcaption>
    </figure>
  )
}
