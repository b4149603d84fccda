import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconSend, IconUser, IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MemberDto } from '#contract/groups.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { useAddMembers, useResendToMember } from '../groups.queries.ts'
import { RemoveMember } from './RemoveMember.tsx'

/** The actions for one member: what the server allows. */
export function MemberMenu({ groupId, member }: { groupId: string; member: MemberDto }) {
  const { t } = useTranslation('groups')
  const resend = useResendToMember(groupId)
  const addAgain = useAddAgain(groupId)
  const [removing, setRemoving] = useState(false)
  // The menu item that opens the dialog is unmounted when it closes.
  const target = useRef<HTMLButtonElement>(null)
  const can = (action: MemberDto['allowedActions'][number]) => member.allowedActions.includes(action)
  // Promises, here and below: a status change moves the row, and callbacks of an unmounted row are not called.
  const send = () =>
    void resend
      .mutateAsync(member.id)
      .then(() => setAlert(t('members.resent', { email: member.email }), 'success'), showFailure)
  return (
    <>
      {/* Inside the main landmark; a portal would be outside of all landmarks. */}
      <Menu position="bottom-end" width={220} withinPortal={false}>
        <Menu.Target>
          <ActionIcon
            ref={target}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('members.menuOf', { name: member.fullName })}
          >
            <IconDots size={20} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={paths.clientView({ clientId: member.clientId })}
            leftSection={<IconUser size={18} aria-hidden="true" />}
          >
            {t('members.view')}
          </Menu.Item>
          {can('resendInvitation') && (
            <Menu.Item
              leftSection={<IconSend size={18} aria-hidden="true" />}
              disabled={resend.isPending}
              onClick={send}
            >
              {t('members.resend')}
            </Menu.Item>
          )}
          {can('add') && (
            <Menu.Item
              leftSection={<IconUserPlus size={18} aria-hidden="true" />}
              disabled={addAgain.running}
              onClick={() => addAgain.run(member)}
            >
              {t('members.addAgain')}
            </Menu.Item>
          )}
          {can('remove') && (
            <Menu.Item
              c="negative"
              leftSection={<IconUserMinus size={18} aria-hidden="true" />}
              onClick={() => setRemoving(true)}
            >
              {t('members.remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <RemoveMember
        groupId={groupId}
        member={member}
        opened={removing}
        onUndo={addAgain.run}
        onClose={() => {
          setRemoving(false)
          target.current?.focus()
        }}
      />
    </>
  )
}

/** Gives a former member their seat again: at once, or by a new invitation. */
function useAddAgain(groupId: string) {
  const { t } = useTranslation('groups')
  const { mutateAsync, isPending } = useAddMembers(groupId)
  return {
    running: isPending,
    run: ({ id, clientId, name }: MemberDto) =>
      void mutateAsync({ clientId }).then(({ people = [] }) => {
        const isIn = people.some((each) => each.id === id && each.status === 'active')
        setAlert(t(isIn ? 'members.added' : 'members.invitedAgain', { name }), 'success')
      }, showFailure),
  }
}
