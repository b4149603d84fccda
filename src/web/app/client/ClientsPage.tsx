import { ClientFilesMenu } from '#web/features/client-files/components/ClientFilesMenu.tsx'
import { ClientsScreen } from '#web/features/clients/list/ClientsScreen.tsx'

/** The clients of a practice, and the ways to bring them in and take them out as a file. */
export function ClientsPage() {
  return <ClientsScreen files={(filter) => <ClientFilesMenu filter={filter} />} />
}
