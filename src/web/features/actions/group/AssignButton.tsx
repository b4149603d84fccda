import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { groupActionsQuery } from '#web/widgets/queries/action.queries.ts'
import { peopleOf } from './group-people.ts'

const AssignDialog = lazyDialog(() => import('./AssignDialog.tsx'))

type Props = {
  groupId: string
  /** Where the page has another main button. */
  light?: boolean
}

/** Begins an action for a group, as long as it takes any. */
export function AssignButton({ groupId, light = false }: Props) {
  const { t } = useTranslation('actions')
  const { data } = useInfiniteQuery(groupActionsQuery(groupId))
  const [adding, setAdding] = useState(false)
  if (!data?.pages[0]?.canAdd) return null
  return (
    <>
      <Button
        variant={light ? 'light' : 'filled'}
        aria-haspopup="dialog"
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        onClick={() => setAdding(true)}
      >
        {t('new.title')}
      </Button>
      <Suspense>
        {adding && (
          <AssignDialog
            groupId={groupId}
            people={peopleOf(data.pages).filter(({ isIn }) => isIn)}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </>
  )
}
