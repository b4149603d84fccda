import { useTranslation } from 'react-i18next'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { VersionConflict } from '#web/widgets/drafts/VersionConflict.tsx'
import { useShortDay } from '#web/widgets/use-now.ts'

type Props = {
  /** What is stored by now. */
  milestones: GoalDetail['milestones']
  isSending: boolean
  onMine: () => void
}

/** The milestones of a goal were edited elsewhere since its form was opened. */
export default function MilestonesConflict({ milestones, isSending, onMine }: Props) {
  const { t } = useTranslation('goals')
  const shortDay = useShortDay()
  return (
    <VersionConflict
      title={t('edit.conflict.title')}
      hint={t('edit.conflict.hint')}
      isSending={isSending}
      onMine={onMine}
    >
      {milestones.length === 0 ? (
        <p>{t('edit.conflict.none')}</p>
      ) : (
        <ol>
          {milestones.map(({ id, text, date }) => (
            <li key={id}>
              {text}
              {date !== null && ` · ${t('detail.milestoneDue', { date: shortDay(date) })}`}
            </li>
          ))}
        </ol>
      )}
    </VersionConflict>
  )
}
