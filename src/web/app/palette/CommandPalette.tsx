import { Modal } from '@mantine/core'
import {
  IconArrowRight,
  IconCalendarPlus,
  IconPlus,
  IconSearch,
  IconUser,
  IconUsersGroup,
  IconMessage,
} from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { beginAction } from '#web/store/new-action.ts'
import { beginGoal } from '#web/store/new-goal.ts'
import { beginNote } from '#web/store/new-note.ts'
import { beginClient } from '#web/store/new-client.ts'
import { useUserType } from '#web/store/store.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import classes from './CommandPalette.module.css'
import { nextIndex } from './commands.ts'
import { type Entry, useEntries } from './use-entries.ts'

const BEGIN = { client: beginClient, action: () => beginAction(), goal: () => beginGoal(), note: beginNote }

/** What an entry is, while entries come and go. */
const keyOf = ({ to, begins }: Entry): string => to ?? begins

const ICONS = {
  book: IconCalendarPlus,
  create: IconPlus,
  client: IconUser,
  group: IconUsersGroup,
  screen: IconArrowRight,
  write: IconMessage,
}

/** Goes to a screen, a client or a group, or begins something, by a few letters and Enter (design.md, "Behaviour"). */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  // By what it is, for entries come and go while the server is asked; the first until there is a choice.
  const [chosen, setChosen] = useState<string>()
  useFocusBack()
  const userType = useUserType() ?? 'client'
  const { entries, isSearching } = useEntries(userType, typed)
  // Only a coach has people to find.
  const title = t(userType === 'coach' ? 'palette.title' : 'palette.titleClient')
  const active = Math.max(
    0,
    entries.findIndex((entry) => keyOf(entry) === chosen),
  )
  const optionId = (index: number) => `${id}-${index}`

  const open = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    if (entry.to === undefined) BEGIN[entry.begins]()
    else void navigate(entry.to)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // While an accent is being put together, Enter ends that and not the search.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      return open(entries[active])
    }
    if (!/^(Arrow(Up|Down)|Home|End)$/.test(event.key)) return
    event.preventDefault()
    const next = nextIndex(active, event.key, entries.length)
    setChosen(entries[next] && keyOf(entries[next]))
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={560}
      radius={16}
      padding={0}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': title } }}
    >
      <div className={classes.search}>
        <IconSearch aria-hidden="true" />
        <input
          className={classes.input}
          role="combobox"
          aria-label={title}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? optionId(active) : undefined}
          placeholder={t(userType === 'coach' ? 'palette.placeholder' : 'palette.placeholderClient')}
          autoComplete="off"
          maxLength={120}
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className={classes.key}>{t('palette.escape')}</kbd>
      </div>
      <div className={classes.list} role="listbox" id={`${id}-list`} aria-label={title}>
        {entries.map((entry, index) => (
          <Option
            key={keyOf(entry)}
            id={optionId(index)}
            entry={entry}
            heading={entries[index - 1]?.kind === entry.kind ? null : t(`palette.kinds.${entry.kind}`)}
            active={index === active}
            onPoint={() => setChosen(keyOf(entry))}
            onChoose={() => open(entry)}
          />
        ))}
      </div>
      <p className={classes.none} role="status">
        {entries.length === 0 && t(isSearching ? 'palette.searching' : 'palette.none')}
      </p>
      <p className={classes.keys}>{t('palette.keys')}</p>
    </Modal>
  )
}

type OptionProps = {
  id: string
  entry: Entry
  /** Said above the first of its kind; the eye's alone, for each option says its kind itself. */
  heading: string | null
  active: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, entry, heading, active, onPoint, onChoose }: OptionProps) {
  const Icon = ICONS[entry.kind]
  return (
    <>
      {heading !== null && (
        <div className={classes.heading} role="presentation">
          {heading}
        </div>
      )}
      {/* The field keeps the focus and its keys (aria-activedescendant); a pointer is the other way to choose. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the field chooses it */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={active}
        className={classes.option}
        onMouseMove={onPoint}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onChoose}
      >
        <Icon className={classes.icon} aria-hidden="true" />
        <span className={classes.text}>{entry.text}</span>
        {entry.hint !== undefined && <span className={classes.hint}>{entry.hint}</span>}
      </div>
    </>
  )
}
