import { IconClock, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CoachPage } from '#contract/coaches.ts'
import { formatClock } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './CoachHeader.module.css'

/** The coach's name and location, and their local time where it differs. */
export function CoachHeader({ coach, viewer }: { coach: CoachPage; viewer: Viewer }) {
  const { fullName, photo, jobOcuppation, companyName, companyPhoto, credentials, city } = coach
  return (
    <Card className={classes.header}>
      <PersonAvatar name={fullName} src={photo?.fileURL} size={96} />
      <div className={classes.who}>
        <h2 className={classes.name}>{fullName}</h2>
        {jobOcuppation !== null && <p className={classes.job}>{jobOcuppation}</p>}
        {credentials.length > 0 && (
          <ul className={classes.credentials}>
            {credentials.map((credential) => (
              <li key={credential}>{credential}</li>
            ))}
          </ul>
        )}
        <div className={classes.facts}>
          {city !== null && (
            <span className={classes.fact}>
              <IconMapPin size={16} aria-hidden="true" />
              {city}
            </span>
          )}
          <LocalTime coach={coach} viewer={viewer} />
        </div>
      </div>
      {companyPhoto ? (
        <img src={companyPhoto.fileURL} alt={companyName ?? ''} className={classes.logo} />
      ) : (
        companyName !== null && <p className={classes.company}>{companyName}</p>
      )}
    </Card>
  )
}

function LocalTime({ coach: { timezone }, viewer }: { coach: CoachPage; viewer: Viewer }) {
  const { t } = useTranslation('coach')
  const now = useNow()
  if (offsetMinutes(timezone, now) === offsetMinutes(viewer.timezone, now)) return null
  return (
    <span className={classes.fact}>
      <IconClock size={16} aria-hidden="true" />
      <span className="tabular">
        {t('localTime', { time: formatClock(now, timezone, currentLanguage()) })}
      </span>
    </span>
  )
}
