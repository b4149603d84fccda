import { useTranslation } from 'react-i18next'
import { useSessionUser, useStore } from '#web/store/store.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { roleOf } from './identity.ts'
import classes from './UserCard.module.css'

/** Who is signed in: picture, online dot, name, role or occupation, and company (spec §1). */
export function UserCard({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation('shell')
  const user = useSessionUser()
  // The id, for a stored state may say that it was connected before the page was closed.
  const connected = useStore((root) => root.socket.socketId !== null)
  const role = roleOf(user)
  const roleText = 'role' in role ? t(`roles.${role.role}`) : role.occupation
  return (
    <span className={classes.card}>
      <span className={classes.picture}>
        <PersonAvatar name={user.fullName} lastName={user.lastName} src={user.photo?.fileURL} size={40} />
        <span
          className={classes.dot}
          data-online={connected || undefined}
          role="img"
          aria-label={t(connected ? 'user.online' : 'user.offline')}
        />
      </span>
      {compact ? (
        <span className="visually-hidden">{user.fullName}</span>
      ) : (
        <span className={classes.text}>
          <span className={classes.name}>{user.fullName}</span>
          <span className={classes.role}>{[roleText, user.companyName].filter(Boolean).join(' · ')}</span>
        </span>
      )}
    </span>
  )
}
