import { Button } from '@mantine/core'
import { IconDoorExit, IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GroupDto } from '#contract/groups.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import { GroupStatus } from '#web/features/groups/components/GroupStatus.tsx'
import { groupsOfClientQuery, useLeaveGroup } from '../groups.queries.ts'
import classes from './OwnGroups.module.css'

/** The groups a person is a member of, with a way to leave each; renders nothing without groups (product §7). */
export function OwnGroups({ clientId }: { clientId: string }) {
  const { t } = useTranslation('groups')
  const query = useQuery(groupsOfClientQuery(clientId))
  // Most people have no group: no skeleton, which would appear and vanish.
  if (query.isPending || query.data?.total === 0) return null
  return (
    <Card title={t('own.title')}>
      <QueryView query={query}>
        {({ data }) => (
          <ul className={classes.list}>
            {data.map((group) => (
              <li key={group.id} className={classes.group}>
                <OwnGroup group={group} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function OwnGroup({ group }: { group: GroupDto }) {
  const { t } = useTranslation('groups')
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <PersonAvatar name={group.name} src={group.photo?.fileURL} size={48} />
      <div className={classes.words}>
        <div className={classes.head}>
          <h3 className={classes.name}>{group.name}</h3>
          <GroupStatus status={group.status} />
        </div>
        {group.objective !== null && <p className={classes.objective}>{group.objective}</p>}
        <FirstNames groupId={group.id} />
      </div>
      <Button
        component={Link}
        to={paths.messages({ room: group.id })}
        variant="default"
        leftSection={<IconMessage size={18} aria-hidden="true" />}
        aria-label={t('own.writeTo', { name: group.name })}
      >
        {t('own.write')}
      </Button>
      {group.allowedActions.includes('leave') && (
        <Button
          variant="default"
          c="negative"
          className={classes.leave}
          leftSection={<IconDoorExit size={18} aria-hidden="true" />}
          aria-label={t('own.leaveOf', { name: group.name })}
          onClick={() => setLeaving(true)}
        >
          {t('own.leave')}
        </Button>
      )}
      <LeaveDialog group={group} opened={leaving} onClose={() => setLeaving(false)} />
    </>
  )
}

/** The other members, by first name: all that members see of each other. */
function FirstNames({ groupId }: { groupId: string }) {
  const { t, i18n } = useTranslation('groups')
  const { data } = useQuery(groupQuery(groupId))
  if (!data) return null
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(data.firstNames)
  return (
    <p className={classes.people}>
      {data.firstNames.length > 0 ? t('own.people', { names }) : t('own.alone')}
    </p>
  )
}

type LeaveProps = { group: GroupDto; opened: boolean; onClose: () => void }

function LeaveDialog({ group, opened, onClose }: LeaveProps) {
  const { t } = useTranslation(['groups', 'common'])
  const { mutateAsync, isPending } = useLeaveGroup()
  const [problem, setProblem] = useState<string>()
  const close = () => {
    setProblem(undefined)
    onClose()
  }
  // A promise: the group leaves the list, and the callbacks of an unmounted component are not called.
  const leave = () =>
    void mutateAsync(group.id).then(
      () => {
        close()
        setAlert(t('own.left', { name: group.name }), 'success')
      },
      (failure: unknown) => showFailure(failure, { dialog: setProblem }),
    )
  return (
    <ConfirmDialog
      opened={opened}
      title={t('own.leaveTitle', { name: group.name })}
      subtitle={t('own.leaveText')}
      icon={<IconDoorExit size={24} />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t('own.leave'),
        run: leave,
        loading: isPending,
        loadingLabel: t('common:loading'),
        danger: true,
      }}
      error={problem}
      onClose={close}
    />
  )
}
