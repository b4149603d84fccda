import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MOST_OCCURRENCES } from '#time/recurrence.ts'
import type { CalendarDate, Weekday } from '#time/calendar-date.ts'
import { formatWeekday } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { capitalized } from '#web/widgets/capitalized.ts'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { CountField } from './CountField.tsx'
import { DateField } from './DateField.tsx'
import { markedWeekdays, type RecurrenceForm } from './recurrence-form.ts'
import classes from './RecurrenceFields.module.css'

/** Sunday first, like every calendar of the product (product §8). */
const WEEKDAYS: readonly Weekday[] = [7, 1, 2, 3, 4, 5, 6]
const MOST_INTERVAL = 12

type Props = {
  value: RecurrenceForm
  onChange: (value: RecurrenceForm) => void
  /** The day of the first session: it repeats on that weekday unless others are chosen. */
  firstOn: CalendarDate | undefined
  /** What repeats: it names the count, and blocked time may have no end. */
  of: 'sessions' | 'blocks'
  /** The error of the last date. */
  untilError?: string | undefined
}

/** How a session or blocked time repeats: once, by weeks or by months, and until when (product §8). */
export function RecurrenceFields({ value, onChange, firstOn, of, untilError }: Props) {
  const { t } = useTranslation('schedule')
  const change = (part: Partial<RecurrenceForm>) => onChange({ ...value, ...part })
  const { repeats } = value
  return (
    <div className={classes.fields}>
      <Select
        label={t('repeat.label')}
        data={(['none', 'weekly', 'monthly'] as const).map((each) => ({
          value: each,
          label: t(`repeat.${each}`),
        }))}
        value={repeats}
        onChange={(next) => next !== null && change({ repeats: next })}
        allowDeselect={false}
      />
      {repeats !== 'none' && (
        <>
          <CountField
            label={t('repeat.every')}
            suffix={t(repeats === 'weekly' ? 'repeat.weeks' : 'repeat.months', { count: value.interval })}
            min={1}
            max={MOST_INTERVAL}
            value={value.interval}
            onChange={(interval) => change({ interval })}
          />
          {repeats === 'weekly' && <Weekdays {...{ value, change, firstOn }} />}
          <Ending {...{ value, change, firstOn, of, untilError }} />
        </>
      )}
    </div>
  )
}

type PartProps = Pick<Props, 'value' | 'firstOn'> & { change: (part: Partial<RecurrenceForm>) => void }

function Weekdays({ value, change, firstOn }: PartProps) {
  const { t } = useTranslation('schedule')
  return (
    <div className={classes.wide}>
      <ChoiceChips
        multiple
        label={t('repeat.weekdays')}
        options={WEEKDAYS.map((weekday) => ({
          value: String(weekday),
          label: capitalized(formatWeekday(weekday, currentLanguage(), 'short')),
        }))}
        value={markedWeekdays(value.weekdays, firstOn).map(String)}
        onChange={(chosen) => change({ weekdays: chosen.map(Number) })}
      />
    </div>
  )
}

function Ending({ value, change, firstOn, of, untilError }: PartProps & Pick<Props, 'of' | 'untilError'>) {
  const { t } = useTranslation('schedule')
  const ofSessions = of === 'sessions'
  const words = {
    count: t(ofSessions ? 'repeat.countSessions' : 'repeat.count'),
    until: t('repeat.until'),
    never: t('repeat.never'),
  }
  const choices = ofSessions ? (['count', 'until'] as const) : (['never', 'count', 'until'] as const)
  return (
    <>
      <Select
        label={t('repeat.ends')}
        data={choices.map((each) => ({ value: each, label: words[each] }))}
        value={value.ends}
        onChange={(ends) => ends !== null && change({ ends })}
        allowDeselect={false}
      />
      {value.ends === 'count' && (
        <CountField
          label={t(ofSessions ? 'repeat.timesSessions' : 'repeat.times')}
          min={2}
          max={MOST_OCCURRENCES}
          value={value.count}
          onChange={(count) => change({ count })}
        />
      )}
      {value.ends === 'until' && (
        <DateField
          label={t('repeat.lastDay')}
          withAsterisk
          {...(firstOn !== undefined && { minDate: firstOn })}
          value={value.until ?? null}
          onChange={(until) => change({ until: until ?? undefined })}
          error={untilError}
        />
      )}
    </>
  )
}
