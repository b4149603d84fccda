import { IconCalendarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DateOverride } from '#contract/calendar/calendar.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { hoursText, overrideRanges } from './override-ranges.ts'
import { rangeText } from './range-text.ts'

type Props = {
  replaced: readonly DateOverride[]
  isSaving: boolean
  onAccept: () => void
  onClose: () => void
}

/** Confirms that overrides replace others, and lists those. */
export function ReplaceDays({ replaced, isSaving, onAccept, onClose }: Props) {
  const { t } = useTranslation(['calendar', 'common'])
  const days = overrideRanges(replaced).map(({ from, to, windows }) =>
    t('overrides.replacedDay', {
      days: rangeText(from, to, currentLanguage()),
      hours: hoursText(windows, currentLanguage()) || t('dayClosed'),
    }),
  )
  return (
    <ConfirmDialog
      opened
      title={t('overrides.replaceTitle')}
      subtitle={t('overrides.replaceText', { days: days.join('; ') })}
      icon={<IconCalendarOff size={24} />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t('overrides.replace'),
        run: onAccept,
        loading: isSaving,
        loadingLabel: t('common:loading'),
      }}
      onClose={onClose}
    />
  )
}
