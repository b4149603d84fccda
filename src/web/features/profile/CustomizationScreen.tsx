import { useTranslation } from 'react-i18next'
import { useSessionUser } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { NorteMark } from '#web/widgets/page/NorteMark.tsx'
import { THEMES, brandOf } from './brand-form.ts'
import brand from './components/Brand.module.css'
import { BrandPreviews } from './components/BrandPreviews.tsx'
import classes from './components/Fields.module.css'
import { ChangeLink, ShownList, ShownValue } from './components/Shown.tsx'

/** The appearance of the coach's practice for its clients (product §18); it is edited in "Empresa" (product §1 D3). */
export function Component() {
  const { t } = useTranslation(['appearance', 'shell'])
  const user = useSessionUser()
  const { companyName, colorUI } = brandOf(user)
  const logo = user.companyPhoto?.fileURL
  const theme = THEMES.find(({ id }) => id === colorUI)?.title
  return (
    <Page
      title={t('brand.title')}
      subtitle={t('brand.subtitle')}
      template="form"
      back={<BackLink to={paths.profile()} label={t('shell:screens.profile')} />}
    >
      <Card
        title={t('brand.identity')}
        aside={<ChangeLink to={paths.company()} what={t('brand.identity')} />}
      >
        <div className={classes.form}>
          <span className={brand.logo} data-none={!logo || undefined}>
            {logo ? <img src={logo} alt={t('brand.logoAlt')} /> : <NorteMark size={44} />}
          </span>
          {!logo && <p className={classes.plain}>{t('brand.logoNone')}</p>}
          <ShownList>
            <ShownValue name={t('brand.companyName')} value={companyName} />
            <ShownValue name={t('brand.color')} value={theme ? t(`brand.themes.${theme}`) : ''} />
          </ShownList>
        </div>
      </Card>
      <BrandPreviews companyName={companyName} logo={logo} colorUI={colorUI} />
    </Page>
  )
}
