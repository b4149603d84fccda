import { DEFAULT_LANGUAGE } from '#contract/fixed-names.ts'
import { applyLanguage } from '#web/api/texts/language.ts'
import { useStore } from '#web/store/store.ts'
import { useInvitationMemory } from '#web/widgets/sign-in/invitation-memory.ts'

/**
 * A visitor who follows the link reads on in the language of the mail, once for each link: a language they chose
 * before or choose then is theirs, and so is the one of an account.
 */
export async function readInMailLanguage(language: string): Promise<void> {
  const { session, translate } = useStore.getState()
  if (useInvitationMemory.getState().greeted) return
  useInvitationMemory.setState({ greeted: true })
  if (!session.isLogged && translate.language === DEFAULT_LANGUAGE) await applyLanguage(language)
}
