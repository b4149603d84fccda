import { useTranslation } from 'react-i18next'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'

type Props = {
  isDirty: boolean
  isSaving: boolean
  /** Whether something that was chosen is not in the form yet: saved now, it would be left out. */
  isWaiting?: boolean
  inCard?: boolean
  /** The form that it saves, if it is not inside it. */
  formId?: string
}

/** Guardar, which shows "Cargando..." while it saves (spec §2, §8); asks before unsaved changes are left. */
export function ProfileSaveBar({ isDirty, isSaving, isWaiting = false, inCard = false, formId }: Props) {
  const { t } = useTranslation('common')
  return (
    <SaveBar inCard={inCard}>
      {/* Before anything was changed the main thing may be another form of the screen. */}
      <LoadingButton
        type="submit"
        form={formId}
        variant={isDirty ? 'filled' : 'light'}
        loading={isSaving || isWaiting}
        loadingLabel={t('loading')}
      >
        {t('save')}
      </LoadingButton>
      <LeaveGuard active={(isDirty || isWaiting) && !isSaving} />
    </SaveBar>
  )
}
