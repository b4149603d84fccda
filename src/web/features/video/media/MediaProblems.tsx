import { CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { keysOf } from '#contract/keys-of.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { guideOf } from './media-problems.ts'
import type { MediaView } from './own-media.ts'

type Props = Pick<MediaView, 'problems'> & {
  /** Where it covers something it can be put away. */
  onClose?: () => void
}

/** What the browser refused, and what to do about it. */
export function MediaProblems({ problems, onClose }: Props) {
  const { t } = useTranslation(['video', 'common'])
  const guide = guideOf(navigator.userAgent, navigator.maxTouchPoints)
  const { camera, microphone } = problems
  // One refusal is often that of both: it is explained once.
  const isBoth = camera !== undefined && camera === microphone
  const kinds = isBoth ? (['both'] as const) : keysOf(problems)
  return kinds.map((kind) => {
    const problem = kind === 'both' ? camera : problems[kind]
    if (problem === undefined) return null
    return (
      <div key={kind} role="status">
        <Banner
          icon={<IconAlertTriangle size={20} />}
          tone="warning"
          text={
            <>
              <strong>{t(`problems.${kind}.${problem}`)}</strong>{' '}
              {problem === 'denied' ? t(`advice.denied.${guide}`) : t(`advice.${problem}`)}
            </>
          }
        >
          {onClose && <CloseButton aria-label={t('common:close')} onClick={onClose} />}
        </Banner>
      </div>
    )
  })
}
