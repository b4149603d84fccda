import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DateOverride } from '#contract/calendar/calendar.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { CalendarDrawing } from '#web/ui/drawings/CalendarDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { capitalized } from '#web/widgets/capitalized.ts'
import { useSaveOverride } from '../calendar.queries.ts'
import { hoursText, overrideRanges, type OverrideRange } from './override-ranges.ts'
import { rangeText } from './range-text.ts'
import { OverrideDialog } from './OverrideDialog.tsx'
import classes from './Rows.module.css'

/** Days with other hours than the week's, or closed (product §8). */
export function OverridesCard({ overrides }: { overrides: readonly DateOverride[] }) {
  const { t } = useTranslation('calendar')
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<OverrideRange>()
  const ranges = overrideRanges(overrides)
  const add = (
    <Button
      variant={ranges.length === 0 ? 'light' : 'default'}
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      {t('overrides.add')}
    </Button>
  )
  return (
    <Card title={t('overrides.title')} {...(ranges.length > 0 && { aside: add })}>
      {ranges.length === 0 ? (
        <EmptyState
          drawing={<CalendarDrawing />}
          beside
          text={<TwoLines title={t('overrides.empty')} hint={t('overrides.emptyHint')} />}
          action={add}
        />
      ) : (
        <ul className={classes.rows}>
          {ranges.map((range) => (
            <Row key={range.from} range={range} onEdit={() => setEdited(range)} />
          ))}
        </ul>
      )}
      {adding && <OverrideDialog overrides={overrides} onClose={() => setAdding(false)} />}
      {edited && (
        <OverrideDialog overrides={overrides} edited={edited} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  )
}

type RowProps = { range: OverrideRange; onEdit: () => void }

function Row({ range: { from, to, windows }, onEdit }: RowProps) {
  const { t } = useTranslation(['calendar', 'common'])
  const save = useSaveOverride(useViewer().coachId)
  const language = currentLanguage()
  const days = capitalized(rangeText(from, to, language))
  const hours = hoursText(windows, language)
  const remove = () =>
    void save.mutateAsync({ from, to, windows: null }).then(
      () =>
        setAlert(t('overrides.removed'), 'success', {
          label: t('common:undo'),
          run: () => void save.mutateAsync({ from, to, windows: [...windows] }).catch(showFailure),
        }),
      showFailure,
    )
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={classes.name}>{days}</span>
        <span className={classes.detail}>{hours === '' ? t('dayClosed') : hours}</span>
      </div>
      <div className={classes.tools}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('overrides.edit', { days })}
          onClick={onEdit}
        >
          <IconPencil size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="negative"
          size="lg"
          aria-label={t('overrides.remove', { days })}
          loading={save.isPending}
          onClick={remove}
        >
          <IconTrash size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  )
}
