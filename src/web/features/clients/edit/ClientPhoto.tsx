import { useTranslation } from 'react-i18next'
import type { ClientDetail } from '#contract/clients.ts'
import type { Photo } from '#contract/values.ts'
import { setAlert } from '#web/store/alert.ts'
import { PhotoField } from '#web/widgets/pictures/PhotoField.tsx'
import { useSetClientPhoto } from '../clients.queries.ts'

/** The coach's photo of a client, saved as soon as it is framed. The client's own photo is preferred for display. */
export function ClientPhoto({ client }: { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  const { mutateAsync } = useSetClientPhoto(client.id)
  const { name } = client
  const set = async (photo: File | null) => {
    const after = await mutateAsync(photo)
    const isTheirs = after.photo !== null && (photo === null || isSameFile(after.photo, client.photo))
    if (isTheirs) setAlert(t('photo.theirs', { name }), 'info')
    else setAlert(t(photo ? 'photo.saved' : 'photo.removed', { name }), 'success')
  }
  return (
    <PhotoField
      name={client.fullName}
      src={client.photo?.fileURL}
      onSet={set}
      removal={{ title: t('photo.removeTitle', { name }), text: t('photo.removeText') }}
    />
  )
}

/** Each response signs the photo URLs again; this compares them without the signature. */
function isSameFile(after: Photo, before: Photo | null): boolean {
  const fileOf = ({ fileURL }: Photo) => fileURL.split('?')[0]
  return before !== null && fileOf(after) === fileOf(before)
}
