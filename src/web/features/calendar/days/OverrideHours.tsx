import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { nextHours } from '#web/features/calendar/settings/hours-form.ts'
import { isOvernight } from '#web/widgets/times/day/open-windows.ts'
import type { OverrideForm } from './override-form.ts'
import classes from './OverrideDialog.module.css'
import { TimeSelect } from '../TimeSelect.tsx'

const KINDS = ['closed', 'hours'] as const

/** Whether the days are closed or open at other hours, and which. */
export function OverrideHours() {
  const { t } = useTranslation('calendar')
  const form = useFormContext<OverrideForm>()
  const [isClosed, windows] = form.watch(['isClosed', 'windows'])
  const set = (next: OverrideForm['windows']) => {
    form.setValue('windows', next)
    if (next.length === 0) form.setValue('isClosed', true)
  }
  const next = nextHours(windows)
  return (
    <>
      <ChoiceChips
        label={t('overrides.kind')}
        options={KINDS.map((kind) => ({ value: kind, label: t(`overrides.kinds.${kind}`) }))}
        value={isClosed ? 'closed' : 'hours'}
        onChange={(kind) => {
          form.setValue('isClosed', kind === 'closed')
          if (kind === 'hours' && windows.length === 0) set([{ start: '09:00', end: '14:00' }])
        }}
      />
      {!isClosed &&
        windows.map((each, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row has no identity besides its index
          <div key={at} className={classes.window}>
            <TimeSelect
              label={t('overrides.fromTime', { n: at + 1 })}
              value={each.start}
              onChange={(start) => set(windows.map((old, i) => (i === at ? { ...old, start } : old)))}
            />
            <span>{t('settings.separator')}</span>
            <TimeSelect
              label={t('overrides.toTime', { n: at + 1 })}
              value={each.end}
              untilMidnight
              onChange={(end) => set(windows.map((old, i) => (i === at ? { ...old, end } : old)))}
            />
            <ActionIcon
              variant="subtle"
              color="negative"
              size="lg"
              aria-label={t('overrides.removeTime', { n: at + 1 })}
              onClick={() => set(windows.filter((_, i) => i !== at))}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
            {isOvernight(each) && <span className={classes.note}>{t('settings.overnight')}</span>}
          </div>
        ))}
      {!isClosed && (
        <Button
          variant="subtle"
          className={classes.add}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          disabled={next === undefined}
          onClick={() => next && set([...windows, next])}
        >
          {t('overrides.addTime')}
        </Button>
      )}
    </>
  )
}
