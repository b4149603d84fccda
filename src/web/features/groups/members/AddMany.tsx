import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { MOST_PEOPLE } from './members-form.ts'
import { type PastedPerson, readPeople } from './pasted-people.ts'
import classes from './AddMembersDialog.module.css'
import { PeopleRows } from './PeopleRows.tsx'

/** Room for the longest list that one request accepts. */
const LONGEST_PASTE = 40_000

type Props = {
  group: GroupDetail
  onDone: () => void
  /** Reports whether there is pasted text that would be lost. */
  onList: (hasList: boolean) => void
}

/** Invites several people: pasted as text, then reviewed as a list. */
export function AddMany({ group, onDone, onList }: Props) {
  const [text, setText] = useState('')
  const [people, setPeople] = useState<PastedPerson[]>()
  if (people) {
    return (
      <PeopleRows group={group} people={people} onDone={onDone} onStartOver={() => setPeople(undefined)} />
    )
  }
  const change = (next: string) => {
    setText(next)
    onList(next.trim() !== '')
  }
  return <Paste text={text} onChange={change} onRead={setPeople} />
}

type PasteProps = { text: string; onChange: (text: string) => void; onRead: (people: PastedPerson[]) => void }

function Paste({ text, onChange, onRead }: PasteProps) {
  const { t } = useTranslation('groups')
  const [problem, setProblem] = useState<string>()
  const read = () => {
    const people = readPeople(text)
    if (people.length === 0) return setProblem(t('adding.nobodyFound'))
    if (people.length > MOST_PEOPLE) return setProblem(t('adding.tooMany', { count: MOST_PEOPLE }))
    onRead(people)
  }
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        read()
      }}
    >
      <Textarea
        label={t('adding.paste')}
        description={t('adding.pasteHint')}
        placeholder={t('adding.pasteExample')}
        autosize
        minRows={6}
        maxRows={12}
        maxLength={LONGEST_PASTE}
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => {
          setProblem(undefined)
          onChange(currentTarget.value)
        }}
        error={problem}
      />
      <div className={classes.buttons}>
        <Button type="submit">{t('adding.review')}</Button>
      </div>
    </form>
  )
}
