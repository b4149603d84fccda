import { useTranslation } from 'react-i18next'
import type { CoachPage } from '#contract/coaches.ts'
import { dateOf } from '#time/calendar-date.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './CoachAbout.module.css'

/** What the coach wrote about their work. */
export function CoachAbout({ coach }: { coach: CoachPage }) {
  const { t } = useTranslation('coach')
  const { name, bio, specialities, spokenLanguages, practisingSince, timezone } = coach
  const thisYear = Number(dateOf(useNow(), timezone).slice(0, 4))
  const years = practisingSince === null ? null : thisYear - practisingSince
  const facts = [
    { title: t('about.specialities'), entries: specialities },
    { title: t('about.languages'), entries: spokenLanguages },
    {
      title: t('about.experience'),
      entries: years === null ? [] : [years < 1 ? t('about.thisYear') : t('about.years', { count: years })],
    },
  ].filter(({ entries }) => entries.length > 0)

  return (
    <Card title={t('about.title', { name })}>
      {bio !== null && <p className={classes.bio}>{bio}</p>}
      {bio === null && facts.length === 0 && <p className={classes.none}>{t('about.none', { name })}</p>}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(({ title, entries }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <ul className={classes.entries}>
                  {entries.map((entry) => (
                    <li key={entry}>{entry}</li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
