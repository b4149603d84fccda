import { Menu } from '@mantine/core'
import {
  IconCalendarPlus,
  IconListCheck,
  IconTargetArrow,
  IconNote,
  IconNotes,
  IconFolderPlus,
  IconUserPlus,
  IconUsersPlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { beginAction } from '#web/store/new-action.ts'
import { beginGoal } from '#web/store/new-goal.ts'
import { beginNote } from '#web/store/new-note.ts'
import { beginClient } from '#web/store/new-client.ts'

/** What a coach begins, the most frequent first. */
const ENTRIES = [
  { name: 'session', begins: paths.sessionNewCoach({ type: 'Client' }), Icon: IconCalendarPlus },
  // A few fields in a dialog over any screen.
  { name: 'client', begins: beginClient, Icon: IconUserPlus },
  { name: 'action', begins: () => beginAction(), Icon: IconListCheck },
  { name: 'note', begins: beginNote, Icon: IconNotes },
  { name: 'memorandum', begins: paths.memorandumNew(), Icon: IconNote },
  { name: 'goal', begins: () => beginGoal(), Icon: IconTargetArrow },
  { name: 'resource', begins: paths.resourceNew({ type: 'file' }), Icon: IconFolderPlus },
  { name: 'group', begins: paths.groupNew(), Icon: IconUsersPlus },
] as const

type Props = {
  opened: boolean
  onChange: (opened: boolean) => void
  position: 'bottom-end' | 'top'
  target: ReactNode
}

/** The menu of "Nuevo". */
export function NewEntries({ opened, onChange, position, target }: Props) {
  const { t } = useTranslation('shell')
  return (
    // Beside its button, which is in a landmark; a portal would lie outside of all.
    <Menu
      opened={opened}
      onChange={onChange}
      position={position}
      offset={8}
      width={220}
      withinPortal={false}
      returnFocus
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {ENTRIES.map(({ name, begins, Icon }) => {
          const item = { leftSection: <Icon size={18} aria-hidden="true" />, children: t(`new.${name}`) }
          return typeof begins === 'string' ? (
            <Menu.Item key={name} component={Link} to={begins} {...item} />
          ) : (
            <Menu.Item key={name} onClick={begins} {...item} />
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
