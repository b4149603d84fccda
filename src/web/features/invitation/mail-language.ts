import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { applyLanguage } from '#web/api/texts/language.ts'
import { useStore } from '#web/store/store.ts'
import { useInvitationMemory } from '#web/widgets/sign-in/invitation-memory.ts'

/**
 * Applies the mail's language to a visitor who follows the link, once per link: an explicit choice, earlier or later,
 * wins, and so does an account's language.
 */
export async function readInMailLanguage(language: string): Promise<void> {
  const { session, translate } = useStore.getState()
  if (useInvitationMemory.getState().greeted) return
  useInvitationMemory.setState({ greeted: true })
  if (!session.isLogged && translate.language === DEFAULT_LANGUAGE) await applyLanguage(language)
}
