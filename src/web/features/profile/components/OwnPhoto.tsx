import { useTranslation } from 'react-i18next'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { PhotoField } from '#web/widgets/pictures/PhotoField.tsx'
import { useSetPhoto } from '../appearance.queries.ts'

/** The photo of the signed-in person (product §18). */
export function OwnPhoto() {
  const { t } = useTranslation('appearance')
  const user = useSessionUser()
  const { mutateAsync } = useSetPhoto(user.id)
  return (
    <PhotoField
      name={user.fullName}
      src={user.photo?.fileURL}
      onSet={async (photo) => {
        await mutateAsync(photo)
        setAlert(t(photo ? 'photo.saved' : 'photo.removed'), 'success')
      }}
      removal={{ title: t('photo.removeTitle'), text: t('photo.removeText') }}
    />
  )
}
