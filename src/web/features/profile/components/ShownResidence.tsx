import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { systemClock } from '#time/clock.ts'
import { zoneOption } from '#time/zone-names.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { logFailure } from '#web/api/log.ts'
import { useSessionUser } from '#web/store/store.ts'
import { countriesQuery } from '#web/widgets/forms/residence.queries.ts'
import { countryOptions } from '#web/widgets/forms/residence-options.ts'
import { settingsOf } from '../settings-form.ts'
import { ShownList, ShownValue } from './Shown.tsx'
import classes from './Shown.module.css'

/** Country, city and zone of the account form (spec §5): required here too, and edited in the settings. */
export function ShownResidence() {
  const { t } = useTranslation(['common', 'validation'])
  const { country, city, timezone } = settingsOf(useSessionUser())
  const { data: countries, error } = useQuery(countriesQuery)
  useEffect(() => {
    if (error) logFailure('countries', error)
  }, [error])
  const language = currentLanguage()
  const options = useMemo(() => countryOptions(countries ?? [], language), [countries, language])
  const required = <span className={classes.missing}>{t('validation:required')}</span>
  return (
    <ShownList>
      <ShownValue
        name={t('residence.country')}
        value={options.find(({ value }) => value === country)?.label ?? country}
      />
      <ShownValue name={t('residence.city')} value={city} error={required} />
      <ShownValue
        name={t('residence.timezone')}
        value={timezone && zoneOption(timezone, systemClock.now(), language).label}
        error={required}
      />
    </ShownList>
  )
}
