import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Weekday } from '#time/calendar-date.ts'
import { formatWeekday } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { SCREEN_WEEKDAYS } from './hours-form.ts'
import classes from './CopyHours.module.css'

type Props = { weekday: Weekday; disabled: boolean; onCopy: (to: readonly Weekday[]) => void }

/** Copies one day's hours to other days. */
export function CopyHours({ weekday, disabled, onCopy }: Props) {
  const { t } = useTranslation('calendar')
  const language = currentLanguage()
  const [opened, setOpened] = useState(false)
  const [chosen, setChosen] = useState<readonly Weekday[]>([])
  const others = SCREEN_WEEKDAYS.filter((each) => each !== weekday)
  const label = t('settings.copy', { day: formatWeekday(weekday, language) })
  const close = () => {
    setOpened(false)
    setChosen([])
  }
  return (
    <Popover
      opened={opened}
      onChange={(open) => (open ? setOpened(true) : close())}
      position="bottom-end"
      trapFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size="lg"
          disabled={disabled}
          aria-label={label}
          onClick={() => (opened ? close() : setOpened(true))}
        >
          <IconCopy size={18} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={classes.days}>
          <span className={classes.title}>{t('settings.copyTitle')}</span>
          <Checkbox
            label={t('settings.copyAll')}
            checked={chosen.length === others.length}
            indeterminate={chosen.length > 0 && chosen.length < others.length}
            onChange={({ currentTarget }) => setChosen(currentTarget.checked ? others : [])}
          />
          {others.map((each) => (
            <Checkbox
              key={each}
              label={<span className={classes.day}>{formatWeekday(each, language)}</span>}
              checked={chosen.includes(each)}
              onChange={({ currentTarget }) =>
                setChosen(currentTarget.checked ? [...chosen, each] : chosen.filter((day) => day !== each))
              }
            />
          ))}
          <Button
            fullWidth
            disabled={chosen.length === 0}
            onClick={() => {
              onCopy(chosen)
              close()
            }}
          >
            {t('settings.copyApply')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
