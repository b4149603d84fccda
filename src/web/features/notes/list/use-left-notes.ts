import { useEffect } from 'react'
import { drafts } from '#web/api/secure-drafts.ts'
import { leftDrafts } from '#web/widgets/notes/note-drafts.ts'
import { noteSending } from '#web/widgets/notes/send-note.ts'

/**
 * Sends what editors had kept that were closed before all was sent, as after an outage. What meets another text stays, and
 * is shown with it when the note is opened.
 */
export function useLeftNotes(): void {
  useEffect(() => {
    const send = async () => {
      for (const { name, draft } of await leftDrafts()) {
        const isSent = await noteSending()(draft).then(
          () => true,
          () => false,
        )
        if (isSent) drafts.remove(name)
      }
    }
    const sendSoon = () => void send()
    // A note that is opened takes its draft over itself.
    if (!new URLSearchParams(location.search).has('open')) sendSoon()
    addEventListener('online', sendSoon)
    return () => removeEventListener('online', sendSoon)
  }, [])
}
