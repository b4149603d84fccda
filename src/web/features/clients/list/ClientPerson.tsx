import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { ClientDto } from '#contract/clients.ts'
import { paths } from '#web/paths.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import classes from './ClientPerson.module.css'
import { ClientTags } from '#web/features/clients/components/ClientTags.tsx'

type Props = { client: ClientDto; onTag: (tag: string) => void }

/** Tags shown before the rest is counted. */
const FEW_TAGS = 3

/** A client in a list: photo, name, address, tags. */
export function ClientPerson({ client, onTag }: Props) {
  return (
    <div className={classes.person}>
      <PersonAvatar name={client.fullName} lastName={client.lastName} src={client.photo?.fileURL} />
      <div className={classes.names}>
        <Anchor
          component={Link}
          inherit
          to={paths.clientView({ clientId: client.id })}
          className={`lone-link ${classes.name}`}
        >
          {client.fullName}
        </Anchor>
        <span className={classes.email} title={client.email}>
          {client.email}
        </span>
        <ClientTags tags={client.tags} onPick={onTag} few={FEW_TAGS} />
      </div>
    </div>
  )
}
