import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { lazyDialog } from '../lazy-part.tsx'
import { PictureDrop } from '#web/ui/inputs/PictureDrop.tsx'
import { useTouch } from '#web/ui/use-touch.ts'
import { PICTURE_TYPES, isPicture } from './pictures.ts'

const CropDialog = lazyDialog(() => import('./CropDialog.tsx'))

type Props = {
  /** The person's name; its initials replace a missing picture. */
  name: string
  src: string | null | undefined
  /** Drawn while there is neither a picture nor a name, instead of a person. */
  nameless?: ReactNode
  /** Receives the framed picture, or null to remove the photo, and confirms success itself; a refusal is shown here. */
  onSet: (photo: File | null) => Promise<unknown>
  /** The question before a photo is removed. */
  removal: { title: string; text: string }
}

/** A photo: choose, frame and pass on, or remove. Its texts are in `appearance`. */
export function PhotoField({ name, src, nameless, onSet, removal }: Props) {
  const { t } = useTranslation(['appearance', 'common', 'validation'])
  const touch = useTouch()
  const [picked, setPicked] = useState<File | null>(null)
  const [asking, setAsking] = useState(false)
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<string>()

  const pick = (file: File) => {
    const isGood = isPicture(file)
    setProblem(isGood ? undefined : t('validation:image_type'))
    setPicked(isGood ? file : null)
  }
  const close = () => {
    setPicked(null)
    setAsking(false)
    setProblem(undefined)
  }
  const set = (photo: File | null) => {
    setWorking(true)
    void onSet(photo)
      // Shown beside the field, or in the dialog that is open.
      .then(close, (failure: unknown) => showFailure(failure, { dialog: setProblem, field: 'photo' }))
      .finally(() => setWorking(false))
  }
  return (
    <>
      <PictureDrop
        label={t(src ? 'photo.change' : 'photo.choose')}
        hint={t(touch ? 'photo.pick' : 'photo.drop')}
        types={PICTURE_TYPES}
        onPick={pick}
        error={picked || asking ? undefined : problem}
        picture={<PersonAvatar name={name} src={src} nameless={nameless} size={96} />}
      >
        {src && (
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
            sending={working}
            problem={problem}
            onCut={set}
            onUnreadable={() => {
              setPicked(null)
              setProblem(t('photo.unreadable'))
            }}
            onClose={close}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={asking}
        title={removal.title}
        subtitle={removal.text}
        icon={<IconTrash size={24} />}
        cancel={{ label: t('common:cancel') }}
        accept={{
          label: t('photo.remove'),
          run: () => set(null),
          loading: working,
          loadingLabel: t('common:loading'),
          danger: true,
        }}
        error={problem}
        onClose={close}
      />
    </>
  )
}
