import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ImportSteps.module.css'

const STEPS = ['choose', 'review', 'done'] as const

/** The current step of an import. */
export function ImportSteps({ current }: { current: (typeof STEPS)[number] }) {
  const { t } = useTranslation('clientFiles')
  const at = STEPS.indexOf(current)
  return (
    <ol className={classes.steps} aria-label={t('steps.label')}>
      {STEPS.map((step, index) => {
        const isDone = index < at || current === 'done'
        return (
          <li
            key={step}
            className={classes.step}
            data-state={isDone ? 'done' : index === at ? 'current' : 'ahead'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {isDone ? <IconCheck size={16} stroke={2.4} /> : index + 1}
            </span>
            {t(`steps.${step}`)}
          </li>
        )
      })}
    </ol>
  )
}
