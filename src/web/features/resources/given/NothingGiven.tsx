import { useTranslation } from 'react-i18next'
import { ResourcesDrawing } from '#web/ui/drawings/ResourcesDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { LibraryButton } from './LibraryButton.tsx'

/** A client or group that was given nothing yet, for their coach: the way to the library. */
export function NothingGiven({ name }: { name: string }) {
  const { t } = useTranslation('resources')
  return (
    <EmptyState
      drawing={<ResourcesDrawing />}
      text={<TwoLines title={t('emptyOf', { name })} hint={t('emptyOfHint')} />}
      action={<LibraryButton light />}
    />
  )
}
