import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { i18n } from '#web/api/texts/i18n.ts'
import { initialRoot, useStore } from '#web/store/store.ts'
import { keepLink } from '#web/widgets/sign-in/invitation-memory.ts'
import { readInMailLanguage } from './mail-language.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await i18n.init({ lng: 'es-MX', resources: { 'es-MX': {}, 'en-US': {} } })
  return () => vi.unstubAllGlobals()
})
beforeEach(async () => {
  await i18n.changeLanguage('es-MX')
  useStore.setState(initialRoot, true)
  keepLink({ clientId: 'c1', token: 't1' })
})

const language = () => useStore.getState().translate.language

test('a visitor gets the language of the mail', async () => {
  await readInMailLanguage('en-US')
  expect(language()).toBe('en-US')
})

test('a later choice wins, until another link is opened', async () => {
  await readInMailLanguage('en-US')
  useStore.setState({ translate: { language: 'es-MX' } })
  await readInMailLanguage('en-US')
  expect(language()).toBe('es-MX')
  keepLink({ clientId: 'c1', token: 't2' })
  await i18n.changeLanguage('es-MX')
  await readInMailLanguage('en-US')
  expect(language()).toBe('en-US')
})

test('an earlier choice wins too, and so does an account’s language', async () => {
  useStore.setState({ translate: { language: 'en-US' } })
  await readInMailLanguage('es-MX')
  expect(language()).toBe('en-US')
  useStore.setState({ ...initialRoot, session: { ...initialRoot.session, isLogged: true } })
  keepLink({ clientId: 'c1', token: 't2' })
  await readInMailLanguage('en-US')
  expect(language()).toBe('es-MX')
})
