import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { ClientDto } from '#contract/clients.ts'
import { paths } from '#web/paths.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import classes from './ClientPerson.module.css'
import { ClientTags } from '#web/features/clients/components/ClientTags.tsx'

type Props = { client: ClientDto; onTag: (tag: string) => void }

/** A client in a list: photo, name with tags beside it, address; each on one line. */
export function ClientPerson({ client, onTag }: Props) {
  const { id, fullName, lastName, email, photo, tags } = client
  return (
    <div className={classes.person}>
      <PersonAvatar name={fullName} lastName={lastName} src={photo?.fileURL} size={36} />
      <div className={classes.names}>
        <div className={classes.line}>
          <Anchor
            component={Link}
            inherit
            to={paths.clientView({ clientId: id })}
            className={`lone-link ${classes.name}`}
            title={fullName}
          >
            {fullName}
          </Anchor>
          <ClientTags tags={tags} onPick={onTag} few={1} />
        </div>
        <span className={classes.email} title={email}>
          {email}
        </span>
      </div>
    </div>
  )
}
