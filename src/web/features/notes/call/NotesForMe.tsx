import { useTranslation } from 'react-i18next'
import { SharedNotes } from '#web/widgets/notes/SharedNotes.tsx'
import classes from './NotesForMe.module.css'

/** What a coach writes for a client in a session, read by the client while it goes on. */
export function NotesForMe({ sessionId, clientId }: { sessionId: string; clientId: string }) {
  const { t } = useTranslation('notes')
  return (
    <div className={classes.notes}>
      <p className={classes.hint}>{t('call.forMe')}</p>
      <SharedNotes of={{ type: 'Client', itemId: clientId }} sessionId={sessionId} />
    </div>
  )
}
