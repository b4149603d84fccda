import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArchive, IconDots, IconPencil, IconSend, IconTrash, IconWorldUpload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { ResourceDetail, ResourceStatus } from '#contract/resources/resources.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { useSend } from '#web/widgets/use-send.ts'
import { restoreResource, useDeleteResource, useSaveResource } from '../resources.queries.ts'

const AssignDialog = lazyDialog(() => import('../assign/AssignDialog.tsx'))

/** What a coach does with a resource: give it, edit it, publish or archive it, delete it. */
export function ResourceActions({ resource }: { resource: ResourceDetail }) {
  const { t } = useTranslation(['resources', 'common'])
  const navigate = useNavigate()
  const { id, title, status, allowedActions } = resource
  const [isAssigning, setAssigning] = useState(false)
  const save = useSaveResource(id)
  const send = useSend(useDeleteResource())
  const become = (next: ResourceStatus) =>
    void save
      .mutateAsync({ status: next })
      .then(() => setAlert(t(`became.${next}`, { title }), 'success'), showFailure)
  const undo = () => void restoreResource(id).catch(showFailure)
  const drop = () =>
    send(id, {
      onSuccess: () => setAlert(t('deleted', { title }), 'success', { label: t('common:undo'), run: undo }),
      onSuccessHere: () => void navigate(paths.resources()),
      onErrorHere: showFailure,
    })
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label={t('moreOf', { title })}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {status !== 'published' && (
            <Menu.Item
              leftSection={<IconWorldUpload size={18} aria-hidden="true" />}
              onClick={() => become('published')}
            >
              {t('publish')}
            </Menu.Item>
          )}
          {status !== 'archived' && (
            <Menu.Item
              leftSection={<IconArchive size={18} aria-hidden="true" />}
              onClick={() => become('archived')}
            >
              {t('archive')}
            </Menu.Item>
          )}
          <Menu.Item c="negative" leftSection={<IconTrash size={18} aria-hidden="true" />} onClick={drop}>
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        component={Link}
        to={paths.resourceEdit({ resourceId: id })}
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden="true" />}
      >
        {t('edit')}
      </Button>
      {allowedActions.includes('assign') && (
        <Button
          aria-haspopup="dialog"
          leftSection={<IconSend size={18} aria-hidden="true" />}
          onClick={() => setAssigning(true)}
        >
          {t('assign.open')}
        </Button>
      )}
      <Suspense>
        {isAssigning && <AssignDialog resource={resource} onClose={() => setAssigning(false)} />}
      </Suspense>
    </>
  )
}
