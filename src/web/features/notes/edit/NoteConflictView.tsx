import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RichText } from '#contract/rich-text/rich-text.ts'
import type { NoteDto } from '#contract/notes/notes.ts'
import { failureText } from '#web/api/errors.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { useNoteTime } from '#web/widgets/notes/use-note-time.ts'
import { RichTextView } from '#web/widgets/rich-text/RichTextView.tsx'
import classes from './NoteConflictView.module.css'

type Words = { title: string; body: RichText }

type Props = {
  mine: Words
  theirs: NoteDto
  onMine: () => void
  onTheirs: () => void
  onBoth: () => Promise<void>
}

/** Two texts of one note, and the choice between them: nothing is overwritten before somebody has looked. */
export function NoteConflictView({ mine, theirs, onMine, onTheirs, onBoth }: Props) {
  const { t } = useTranslation('notes')
  const noteTime = useNoteTime()
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  // It replaces what somebody was writing in.
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus()
  }, [])
  const both = async () => {
    setSending(true)
    await onBoth().catch((error: unknown) => {
      setFailure(failureText(error))
      setSending(false)
    })
  }
  const at = noteTime(theirs.writtenAt)
  return (
    <section className={classes.conflict} aria-label={t('conflict.title')}>
      <h2 ref={title} tabIndex={-1} className={classes.title}>
        {t('conflict.title')}
      </h2>
      <p className={classes.hint}>{t('conflict.hint')}</p>
      <div className={classes.texts}>
        <Version heading={t('conflict.mine')} words={mine}>
          <Button onClick={onMine}>{t('conflict.chooseMine')}</Button>
        </Version>
        <Version heading={t('conflict.theirs', { at })} words={{ title: theirs.title, body: theirs.body }}>
          <Button variant="default" onClick={onTheirs}>
            {t('conflict.chooseTheirs')}
          </Button>
        </Version>
      </div>
      <FormError text={failure} />
      <Button variant="light" loading={isSending} onClick={() => void both()}>
        {t('conflict.keepBoth')}
      </Button>
    </section>
  )
}

type VersionProps = { heading: string; words: Words; children: ReactNode }

function Version({ heading, words, children }: VersionProps) {
  const { t } = useTranslation('notes')
  return (
    <article className={classes.version} aria-label={heading}>
      <h3 className={classes.heading}>{heading}</h3>
      <p className={classes.name}>{words.title || t('edit.untitled')}</p>
      <div className={classes.words}>
        <RichTextView document={words.body} />
      </div>
      {children}
    </article>
  )
}
