import 'react-image-crop/dist/ReactCrop.css'
import { IconCrop } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReactCrop, type PercentCrop, centerCrop, makeAspectCrop } from 'react-image-crop'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import { useTouch } from '#web/ui/use-touch.ts'
import { cut, squareOf } from './pictures.ts'
import classes from './CropDialog.module.css'

type Props = {
  file: File
  sending: boolean
  problem: string | undefined
  onCut: (photo: File) => void
  /** The browser cannot display this file as a picture. */
  onUnreadable: () => void
  onClose: () => void
}

/** Selects the square of a picture that becomes the photo, by pointer or keyboard. */
export default function CropDialog({ file, sending, problem, onCut, onUnreadable, onClose }: Props) {
  const { t } = useTranslation(['appearance', 'common'])
  const touch = useTouch()
  const source = useObjectUrl(file)
  const image = useRef<HTMLImageElement>(null)
  const [crop, setCrop] = useState<PercentCrop>()
  const [cutting, setCutting] = useState(false)
  useFocusBack()
  const use = () => {
    const { current } = image
    if (!current || !crop) return
    const { naturalWidth: width, naturalHeight: height } = current
    setCutting(true)
    void cut(current, squareOf(crop, { width, height }))
      .then(onCut, onUnreadable)
      .finally(() => setCutting(false))
  }
  return (
    <ConfirmDialog
      opened
      title={t('photo.cropTitle')}
      subtitle={t(touch ? 'photo.cropTouch' : 'photo.cropText')}
      icon={<IconCrop size={24} />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t('photo.use'),
        run: use,
        loading: sending || cutting,
        loadingLabel: t('common:loading'),
      }}
      error={problem}
      onClose={onClose}
    >
      <div className={classes.frame}>
        {source !== undefined && (
          <ReactCrop
            crop={crop}
            onChange={(_, percent) => setCrop(percent)}
            aspect={1}
            circularCrop
            keepSelection
            minWidth={32}
            ariaLabels={{
              cropArea: t(touch ? 'photo.crop.areaTouch' : 'photo.crop.area'),
              nDragHandle: t('photo.crop.n'),
              neDragHandle: t('photo.crop.ne'),
              eDragHandle: t('photo.crop.e'),
              seDragHandle: t('photo.crop.se'),
              sDragHandle: t('photo.crop.s'),
              swDragHandle: t('photo.crop.sw'),
              wDragHandle: t('photo.crop.w'),
              nwDragHandle: t('photo.crop.nw'),
            }}
          >
            <img
              ref={image}
              className={classes.picture}
              src={source}
              alt=""
              onLoad={({ currentTarget: { width, height } }) => setCrop(middle(width, height))}
              onError={onUnreadable}
            />
          </ReactCrop>
        )}
      </div>
    </ConfirmDialog>
  )
}

/** The largest centred square, with a small margin. */
function middle(width: number, height: number): PercentCrop {
  const largest = width < height ? { width: 90 } : { height: 90 }
  return centerCrop(makeAspectCrop({ unit: '%', ...largest }, 1, width, height), width, height)
}
