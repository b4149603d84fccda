import { useTranslation } from 'react-i18next'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useSessionUser } from '#web/store/store.ts'
import { capitalized } from '#web/widgets/capitalized.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './Greeting.module.css'

/** "Hola, Ana", today’s date, and a member’s group, for which a phone has no room (spec §1): the h1 of a screen without a title. */
export function Greeting() {
  const { t } = useTranslation('shell')
  const user = useSessionUser()
  const today = capitalized(formatDayLong(useNow(), user.timezone, currentLanguage()))
  return (
    <div className={classes.greeting}>
      <h1 className={classes.hello} tabIndex={-1}>
        {t('greeting', { name: user.name })}
      </h1>
      <p className={classes.line}>
        {today}
        {user.group && (
          <span className="mantine-visible-from-md">{` · ${t('group', { name: user.group.name })}`}</span>
        )}
      </p>
    </div>
  )
}
