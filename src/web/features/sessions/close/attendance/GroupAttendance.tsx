import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AttendanceState, type Attendee } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatTimeRange } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import type { RecordValues } from '../closing-form.ts'
import classes from './GroupAttendance.module.css'

/** The attendance of a group, one row per member; excused members are marked already. */
export function GroupAttendance({ people }: { people: readonly Attendee[] }) {
  const { t } = useTranslation(['records', 'sessions'])
  const { control, watch } = useFormContext<RecordValues>()
  const { timezone } = useViewer()
  const timesIn = (joinedAt: string, leftAt: string) =>
    formatTimeRange(fromIso(joinedAt), fromIso(leftAt), timezone, currentLanguage())
  const states = watch('people') ?? []
  const came = states.filter(({ state }) => state === 'present' || state === 'late').length
  const options = AttendanceState.options.map((value) => ({ value, label: t(`people.short.${value}`) }))
  return (
    <section className={classes.group} aria-label={t('people.title')}>
      <p className={classes.count} role="status">
        {t('people.came', { came, count: states.length })}
      </p>
      <ul className={classes.list}>
        {people.map((person, at) => (
          <li key={person.personId} className={classes.person}>
            <span className={classes.who}>
              <PersonAvatar name={nameOf(person)} src={person.photo?.fileURL} size={32} />
              <span className={classes.name}>
                {nameOf(person)}
                {person.reason && <span className={classes.reason}>{person.reason}</span>}
                {person.joinedAt && person.leftAt && (
                  <span className={classes.reason}>
                    {t('people.inCall', { times: timesIn(person.joinedAt, person.leftAt) })}
                  </span>
                )}
              </span>
            </span>
            <Controller
              control={control}
              name={`people.${at}.state`}
              render={({ field: { value, onChange } }) => (
                <Segments
                  label={t('people.of', { name: nameOf(person) })}
                  options={options}
                  value={value}
                  onChange={onChange}
                />
              )}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ name, lastName }: Attendee) => `${name} ${lastName}`
