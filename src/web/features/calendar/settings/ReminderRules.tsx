import { Checkbox, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Channel, ReminderKind } from '#contract/calendar/calendar.ts'
import classes from './Rules.module.css'
import type { RulesProps } from './SessionRules.tsx'

/** The default channel of sessions, and their reminders (product §8, §17). */
export function ReminderRules({ value, onChange }: RulesProps) {
  const { t } = useTranslation(['calendar', 'sessions'])
  return (
    <div className={classes.rules}>
      <Select
        label={t('settings.defaultChannel')}
        description={t('settings.defaultChannelHint')}
        data={Channel.options.map((channel) => ({
          value: channel,
          label: t(`sessions:channels.${channel}`),
        }))}
        value={value.defaultChannel}
        onChange={(channel) => channel !== null && onChange({ defaultChannel: Channel.parse(channel) })}
        allowDeselect={false}
      />
      <fieldset className={classes.group}>
        <legend>{t('settings.reminders')}</legend>
        {ReminderKind.options.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`settings.reminderKinds.${kind}`)}
            checked={value.reminders.includes(kind)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                reminders: ReminderKind.options.filter((each) =>
                  each === kind ? checked : value.reminders.includes(each),
                ),
              })
            }
          />
        ))}
      </fieldset>
    </div>
  )
}
