import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/app/store/alert.ts'
import { useSessionUser } from '#web/app/store/store.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { PictureDrop } from '#web/ui/PictureDrop.tsx'
import { useSetPhoto } from '../appearance.queries.ts'
import { PICTURE_TYPES, isPicture } from '../pictures.ts'

const CropDialog = lazy(() => import('./CropDialog.tsx'))

/** The photo of the signed-in person: chosen, framed and sent, or taken away (product §18). */
export function PhotoField() {
  const { t } = useTranslation(['appearance', 'common', 'validation'])
  const user = useSessionUser()
  const set = useSetPhoto(user.id)
  const [picked, setPicked] = useState<File | null>(null)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  // Said where the picture was chosen, or in the dialog that is open.
  const onError = (failure: unknown) => showFailure(failure, { dialog: setProblem, field: 'photo' })

  const pick = (file: File) => {
    const isGood = isPicture(file)
    setProblem(isGood ? undefined : t('validation:image_type'))
    setPicked(isGood ? file : null)
  }
  const send = (photo: File) =>
    set.mutate(photo, {
      onSuccess: () => {
        setPicked(null)
        setAlert(t('photo.saved'), 'success')
      },
      onError,
    })
  const remove = () =>
    set.mutate(null, {
      onSuccess: () => {
        setAsking(false)
        setAlert(t('photo.removed'), 'success')
      },
      onError,
    })
  return (
    <>
      <PictureDrop
        label={t(user.photo ? 'photo.change' : 'photo.choose')}
        hint={t('photo.drop')}
        types={PICTURE_TYPES}
        onPick={pick}
        error={picked || asking ? undefined : problem}
        picture={<PersonAvatar name={user.fullName} src={user.photo?.fileURL} size={96} />}
      >
        {user.photo && (
          <Button
            variant="subtle"
            color="negative"
            leftSection={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => {
              setProblem(undefined)
              setAsking(true)
            }}
          >
            {t('photo.remove')}
          </Button>
        )}
      </PictureDrop>
      <Suspense>
        {picked && (
          <CropDialog
            file={picked}
            sending={set.isPending}
            problem={problem}
            onCut={send}
            onUnreadable={() => {
              setPicked(null)
              setProblem(t('photo.unreadable'))
            }}
            onClose={() => {
              setPicked(null)
              setProblem(undefined)
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={asking}
        title={t('photo.removeTitle')}
        subtitle={t('photo.removeText')}
        icon={<IconTrash size={24} />}
        cancel={{ label: t('common:cancel') }}
        accept={{
          label: t('photo.remove'),
          run: remove,
          loading: set.isPending,
          loadingLabel: t('common:loading'),
          danger: true,
        }}
        error={problem}
        onClose={() => {
          setAsking(false)
          setProblem(undefined)
        }}
      />
    </>
  )
}
