import { ClientFilesMenu } from '#web/features/client-files/components/ClientFilesMenu.tsx'
import { ClientsView } from '#web/features/clients/list/ClientsView.tsx'

/** The clients of a practice, and the ways to bring them in and take them out as a file. */
export function Component() {
  return <ClientsView files={(filter) => <ClientFilesMenu filter={filter} />} />
}
