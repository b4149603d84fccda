import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#contract/languages.ts'
import { showFailure } from '#web/api/errors.ts'
import { applyLanguage, useIsVisitor } from '#web/api/texts/language.ts'
import classes from './LanguageSwitch.module.css'

/**
 * The available languages, each by its own name, for a visitor: the choice is stored in this browser, and an account
 * created here starts with it. A signed-in person chooses in /profile/account instead.
 */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  const isVisitor = useIsVisitor()
  if (!isVisitor) return null
  return (
    <div role="group" aria-label={t('language')} className={classes.switch}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => void applyLanguage(language).catch(showFailure)}
        >
          {t(`languages.${language}`)}
        </button>
      ))}
    </div>
  )
}
