import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { accentOf } from '#contract/account/accents.ts'
import { THEMES } from '../brand-form.ts'
import classes from './Brand.module.css'

type Props = { value: string; onChange: (id: string) => void }

/** The six colours and the default, as one group of radio buttons. */
export function ThemeChoice({ value, onChange }: Props) {
  const { t } = useTranslation('appearance')
  return (
    <fieldset className={classes.themes}>
      <VisuallyHidden component="legend">{t('brand.color')}</VisuallyHidden>
      {THEMES.map(({ id, title }) => {
        const { deep, primary } = accentOf(id)
        return (
          <label key={id} className={classes.theme}>
            <input
              type="radio"
              name="colorUI"
              className="visually-hidden"
              checked={value === id}
              onChange={() => onChange(id)}
            />
            <span
              className={classes.swatch}
              style={{ background: `linear-gradient(172deg, ${deep}, ${primary})` }}
              aria-hidden="true"
            >
              <IconCheck size={20} />
            </span>
            {t(`brand.themes.${title}`)}
          </label>
        )
      })}
    </fieldset>
  )
}
