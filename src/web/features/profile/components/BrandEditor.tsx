import { Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { PictureDrop } from '#web/ui/inputs/PictureDrop.tsx'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import { NorteMark } from '#web/widgets/page/NorteMark.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { whenSaved } from '#web/widgets/forms/saved-form.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { useCustomize } from '../appearance.queries.ts'
import { type BrandForm, BrandFormSchema, brandOf } from '../brand-form.ts'
import { PICTURE_TYPES, canOpen, isPicture } from '#web/widgets/pictures/pictures.ts'
import { useTouch } from '#web/ui/use-touch.ts'
import brand from './Brand.module.css'
import { BrandPreviews } from './BrandPreviews.tsx'
import classes from './Fields.module.css'
import { ProfileSaveBar } from './ProfileSaveBar.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

/** Company name, logo and colour, with a preview (product §18, §1 D3). */
export function BrandEditor() {
  const { t } = useTranslation(['appearance', 'common', 'validation'])
  const touch = useTouch()
  const user = useSessionUser()
  const save = useCustomize(user.id)
  const send = useSend(save)
  const form = useSchemaForm(BrandFormSchema, {
    values: brandOf(user),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { field, state } = useFields(form)
  const { isDirty } = form.formState
  const { companyName, colorUI, logo, removeLogo } = form.watch()
  const chosen = useObjectUrl(logo)
  // Saved meanwhile, the practice would be without the picture that was just chosen. What was done last counts.
  const [isOpening, setIsOpening] = useState(false)
  const picked = useRef<File>(null)
  const kept = removeLogo ? undefined : user.companyPhoto?.fileURL
  const shown = chosen ?? kept

  const setLogo = (change: Pick<BrandForm, 'logo' | 'removeLogo'>) => {
    form.clearErrors('logo')
    form.setValue('logo', change.logo, { shouldDirty: true })
    form.setValue('removeLogo', change.removeLogo, { shouldDirty: true })
  }
  const pick = async (file: File) => {
    const refuse = (message: string) => form.setError('logo', { type: 'server', message })
    picked.current = file
    const claims = isPicture(file)
    setIsOpening(claims)
    if (!claims) return refuse(t('validation:image_type'))
    const isWhole = await canOpen(file)
    if (picked.current !== file) return
    setIsOpening(false)
    // A file that claims to be a picture but cannot be opened is refused before it is previewed.
    if (!isWhole) return refuse(t('validation:image_damaged'))
    setLogo({ logo: file, removeLogo: false })
  }
  const remove = () => {
    picked.current = null
    setIsOpening(false)
    setLogo({ logo: null, removeLogo: user.companyPhoto !== null })
  }
  // The schema checks only the texts; the file is kept in the form.
  const submit = form.handleSubmit(() => {
    const showSaved = whenSaved(form)
    send(form.getValues(), {
      onSuccess: () => setAlert(t('common:saved'), 'success'),
      onSuccessHere: (saved) => showSaved(brandOf(saved)),
      onErrorHere: (failure) => showFailure(failure, { form, toast: {} }),
    })
  })
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <Card title={t('brand.identity')}>
        <div className={classes.form}>
          <TextInput
            label={t('brand.companyName')}
            description={t('brand.companyHint')}
            autoComplete="organization"
            {...field('companyName')}
          />
          <PictureDrop
            label={t(shown ? 'brand.logoChange' : 'brand.logoChoose')}
            hint={t(touch ? 'brand.logoPick' : 'brand.logoDrop')}
            types={PICTURE_TYPES}
            onPick={(file) => void pick(file)}
            error={state('logo').error}
            picture={
              <span className={brand.logo} data-none={!shown || undefined}>
                {shown ? <img src={shown} alt={t('brand.logoAlt')} /> : <NorteMark size={44} />}
              </span>
            }
          >
            {shown && (
              <Button
                variant="subtle"
                color="negative"
                leftSection={<IconTrash size={18} aria-hidden="true" />}
                onClick={remove}
              >
                {t('brand.logoRemove')}
              </Button>
            )}
          </PictureDrop>
          {!shown && <p className={classes.place}>{t('brand.logoNone')}</p>}
        </div>
      </Card>
      <Card title={t('brand.color')}>
        <p className={classes.hint}>{t('brand.colorHint')}</p>
        <ThemeChoice
          value={colorUI}
          onChange={(id) => form.setValue('colorUI', id, { shouldDirty: true, shouldValidate: true })}
        />
      </Card>
      <BrandPreviews companyName={companyName.trim()} logo={shown} colorUI={colorUI} />
      <ProfileSaveBar isDirty={isDirty} isWaiting={isOpening} isSaving={save.isPending} />
    </form>
  )
}
