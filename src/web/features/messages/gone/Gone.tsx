import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { RoomId } from '#contract/values.ts'
import { paths } from '#web/paths.ts'
import { useUserType } from '#web/store/store.ts'
import { MessagesDrawing } from '#web/ui/drawings/MessagesDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { LeftUnsent } from './LeftUnsent.tsx'
import { Middle } from '../thread/Middle.tsx'

/** A room that is not the viewer's, or no longer: a phone shows neither the list nor its bar beside it. */
export function Gone({ roomId }: { roomId: RoomId }) {
  const { t } = useTranslation('messages')
  const isCoach = useUserType() === 'coach'
  return (
    <Middle>
      <EmptyState
        drawing={<MessagesDrawing />}
        text={
          <TwoLines
            title={t('thread.gone')}
            hint={t(isCoach ? 'thread.goneHintCoach' : 'thread.goneHintClient')}
          />
        }
        action={
          <Button component={Link} to={paths.messages()} variant="light">
            {t('thread.back')}
          </Button>
        }
      />
      <LeftUnsent roomId={roomId} />
    </Middle>
  )
}
