import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { useMovePreview, useReschedule } from '#web/widgets/queries/move.queries.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { spanOf } from '#web/widgets/forms/span-form.ts'
import { spanBody } from '#web/widgets/times/span.ts'
import { distinctWarnings, isBookable, isOverridable } from '#web/widgets/session/time-warnings.ts'
import {
  type CheckedEdit,
  EditSessionForm,
  changedDetails,
  editFormOf,
  movedTo,
} from './edit-session-form.ts'
import { useEditSession } from '../moves.queries.ts'

/**
 * The form of a session. It follows what others change meanwhile, except in the fields that were edited here: saving
 * compares it with the session of now, and must not change back what nobody edited.
 */
export function useEditForm(session: SessionDto) {
  const user = useSessionUser()
  const { timezone } = useViewer()
  return useSchemaForm(EditSessionForm, {
    values: editFormOf(session, user, timezone),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
}

/**
 * What the form changes of a session, the warnings of its new time, and saving it. Time and details are two requests:
 * the time first, because it may be refused. What succeeded stays saved.
 */
export function useEditing(session: SessionDto) {
  const { t } = useTranslation('booking')
  const { timezone } = useViewer()
  const navigate = useNavigate()
  const form = useFormContext<EditSessionForm, unknown, CheckedEdit>()
  const reschedule = useReschedule(session.id)
  const edit = useEditSession()
  const [scope, setScope] = useState<SeriesScope>('one')
  const [notify, setNotify] = useState(true)
  const [isSaved, setSaved] = useState(false)
  const values = form.watch()
  const moved = movedTo(values, session, timezone)
  const inSeries = session.seriesId === null ? {} : { scope }
  const preview = useMovePreview(session, moved, scope)
  const warnings = moved && preview.isCurrent ? distinctWarnings(preview.query.data?.occurrences ?? []) : []

  const save = async (checked: CheckedEdit) => {
    const details = changedDetails(checked, session)
    if (moved) {
      const outsideHours = isOverridable(warnings) && { outsideHours: true }
      await reschedule.mutateAsync({ ...spanBody(moved), notify, ...inSeries, ...outsideHours })
    }
    if (details) await edit.mutateAsync({ sessionId: session.id, ...details, ...inSeries })
  }

  const submit = form.handleSubmit(async (checked) => {
    try {
      await save(checked)
    } catch (failure) {
      return showFailure(failure, { form })
    }
    setSaved(true)
    setAlert(t('edit.done'), 'success')
    void navigate(paths.sessionView({ sessionId: session.id }))
  })

  return {
    span: spanOf(values, timezone),
    isMoved: moved !== undefined,
    warnings,
    canBook: isBookable(warnings),
    isKnowing: isOverridable(warnings),
    scope,
    setScope,
    notify,
    setNotify,
    isSaved,
    isSaving: reschedule.isPending || edit.isPending,
    submit: () => void submit(),
  }
}
