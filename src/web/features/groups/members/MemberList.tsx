import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MemberDto } from '#contract/groups.ts'
import { fromIso } from '#time/clock.ts'
import { paths } from '#web/paths.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { useShortDay } from '#web/widgets/use-now.ts'
import { divided, sinceOf } from './member-order.ts'
import classes from './MemberList.module.css'
import { MemberMenu } from './MemberMenu.tsx'
import { MemberStatus } from './MemberStatus.tsx'

type Props = { groupId: string; people: readonly MemberDto[] }

/** The members of a group, with former members listed separately. */
export function MemberList({ groupId, people }: Props) {
  const { t } = useTranslation('groups')
  const { present, gone } = divided(people)
  const rows = (members: readonly MemberDto[]) => (
    <ul className={classes.list}>
      {members.map((member) => (
        <Row key={member.id} groupId={groupId} member={member} />
      ))}
    </ul>
  )
  return (
    <div className={classes.room}>
      {rows(present)}
      {gone.length > 0 && (
        <>
          <h3 className={classes.gone}>{t('members.gone')}</h3>
          {rows(gone)}
        </>
      )}
    </div>
  )
}

function Row({ groupId, member }: { groupId: string; member: MemberDto }) {
  const { t } = useTranslation('groups')
  const { status, openActions, attended, held } = member
  const since = sinceOf(member)
  const shortDay = useShortDay()
  return (
    <li className={classes.row}>
      <div className={classes.person}>
        <PersonAvatar name={member.fullName} lastName={member.lastName} src={member.photo?.fileURL} />
        <div className={classes.names}>
          <Anchor
            component={Link}
            inherit
            to={paths.clientView({ clientId: member.clientId })}
            className={`lone-link ${classes.name}`}
          >
            {member.fullName}
          </Anchor>
          <span className={classes.email}>{member.email}</span>
        </div>
      </div>
      <div className={classes.meta}>
        <span>
          <MemberStatus status={status} />
        </span>
        <span className="tabular">
          {since !== null &&
            t(`members.since.${status}`, {
              date: shortDay(fromIso(since)),
            })}
        </span>
        <span className="tabular">
          {openActions > 0
            ? t('members.openActions', { count: openActions })
            : status === 'active' && t('members.noOpenActions')}
          {held > 0 && (
            <span className={classes.attended}>{t('members.attended', { attended, count: held })}</span>
          )}
        </span>
      </div>
      <div className={classes.menu}>
        <MemberMenu groupId={groupId} member={member} />
      </div>
    </li>
  )
}
