// Dialogs that begin something over any screen.
import { loadTexts } from '#web/api/texts/i18n.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'

export const NewActionDialog = lazyDialog(async () => {
  const [dialog] = await Promise.all([
    import('#web/features/actions/add/NewActionDialog.tsx'),
    loadTexts(['actions', 'clients', 'validation']),
  ])
  return dialog
})

export const NewGroupActionDialog = lazyDialog(async () => {
  const [dialog] = await Promise.all([
    import('#web/features/actions/group/NewGroupActionDialog.tsx'),
    loadTexts(['actions', 'validation']),
  ])
  return dialog
})

export const NewGoalDialog = lazyDialog(async () => {
  const [dialog] = await Promise.all([
    import('#web/features/goals/add/NewGoalDialog.tsx'),
    loadTexts(['goals', 'clients', 'validation']),
  ])
  return dialog
})
