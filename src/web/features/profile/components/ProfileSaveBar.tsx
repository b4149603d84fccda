import { useTranslation } from 'react-i18next'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import classes from './Fields.module.css'

/** Guardar, which shows "Cargando..." while it saves (spec §2, §8); asks before unsaved changes are left. */
export function ProfileSaveBar({ isDirty, isSaving }: { isDirty: boolean; isSaving: boolean }) {
  const { t } = useTranslation('common')
  return (
    <div className={classes.bar}>
      <LoadingButton type="submit" loading={isSaving} loadingLabel={t('loading')}>
        {t('save')}
      </LoadingButton>
      <LeaveGuard active={isDirty && !isSaving} />
    </div>
  )
}
