import { Loader, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { SetValueConfig } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { systemClock } from '#time/clock.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { logFailure } from '#web/api/log.ts'
import type { Fields } from './form-fields.ts'
import { countriesQuery } from './residence.queries.ts'
import { countryOptions, zoneGroups } from './residence-options.ts'

type PlaceField = 'country' | 'timezone'

type Props = {
  form: {
    watch: (name: PlaceField) => string | undefined
    setValue: (name: PlaceField, value: string, how: SetValueConfig) => void
  }
  fields: Fields<PlaceField>
  /** Shown between the two fields, such as the city. */
  children?: ReactNode
  /** The country is optional; the zone is required in any case. */
  optionalCountry?: boolean
  /** Why the zone cannot be changed here; it is then read-only. */
  lockedZone?: string | undefined
}

const CHANGED = { shouldValidate: true, shouldTouch: true, shouldDirty: true }

/**
 * Country and zone (spec §2): choosing a country clears the zone and lists the country's zones first. If the countries
 * cannot be loaded, that is only logged (spec §8) and the previous choice stays.
 */
export function ResidenceFields({ form, fields, children, optionalCountry = false, lockedZone }: Props) {
  const { t } = useTranslation()
  const { data: countries = [], error, isLoading } = useQuery(countriesQuery)
  useEffect(() => {
    if (error) logFailure('countries', error)
  }, [error])
  const language = currentLanguage()
  const country = form.watch('country')
  const timezone = form.watch('timezone')
  const record = countries.find(({ name }) => name.common === country)
  const options = useMemo(() => countryOptions(countries, language), [countries, language])
  const zones = useMemo(
    () => zoneGroups(record, systemClock.now(), language, timezone),
    [record, language, timezone],
  )
  const shown = options.find(({ value }) => value === country)?.label ?? country
  return (
    <>
      <NativeSelect
        label={t('residence.country')}
        withAsterisk={!optionalCountry}
        {...fields.state('country')}
        rightSection={isLoading ? <Loader size={16} /> : undefined}
        aria-busy={isLoading}
        value={country ?? ''}
        onChange={(event) => {
          form.setValue('country', event.currentTarget.value, CHANGED)
          if (lockedZone === undefined) form.setValue('timezone', '', CHANGED)
        }}
      >
        {optionalCountry && <option value="">{t('residence.noCountry')}</option>}
        {options.length === 0 && country !== '' && <option value={country}>{country}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {children}
      <NativeSelect
        label={t('residence.timezone')}
        withAsterisk={lockedZone === undefined}
        description={lockedZone}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        disabled={lockedZone !== undefined}
        {...fields.state('timezone')}
        value={timezone ?? ''}
        onChange={(event) => form.setValue('timezone', event.currentTarget.value, CHANGED)}
      >
        <option value="">{t('residence.none')}</option>
        {zones.own.length > 0 && (
          <optgroup label={t('residence.ofCountry', { country: shown })}>
            {zones.own.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label={t('residence.all')}>
          {zones.others.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </optgroup>
      </NativeSelect>
    </>
  )
}
