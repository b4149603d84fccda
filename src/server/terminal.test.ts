import { describe, expect, test } from 'vitest'
import cli from '../../public/locales/es-MX/cli.json' with { type: 'json' }
import { parseConfig, SETTINGS } from './config.ts'
import { StartFailure } from './start-failure.ts'
import { openTerminal, terminalLanguage } from './terminal.ts'

function setUp(language?: 'es-MX' | 'en-US') {
  const written = { out: '', err: '' }
  const terminal = openTerminal({
    ...(language && { language }),
    out: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
  })
  return { terminal, written }
}

function config(env: Record<string, string> = {}) {
  const result = parseConfig({ DATA_DIR: '/var/norte', ...env }, [])
  if (result.problems) throw new Error(JSON.stringify(result.problems))
  return { ...result.config, tokenSecret: 'x', vapidPrivateKey: 'x' }
}

describe('a wrong setting', () => {
  test('is one line that names it, quotes it and says what is expected', () => {
    const { terminal, written } = setUp()
    terminal.refuse(parseConfig({ PORT: 'tres mil' }, []).problems ?? [])
    expect(written.err).toBe('PORT="tres mil" no es válido: debe ser un número entero entre 0 y 65535.\n')
  })

  test.each([
    [{ PAYMENT_PROVIDER: 'gold' }, [], 'PAYMENT_PROVIDER="gold" no es válido: elige uno de estos valores: '],
    [
      { DATABASE_URL: 'mysql://ana:hunter2@db/x' },
      [],
      'DATABASE_URL no es válido: debe tener la forma postgres://',
    ],
    [
      { PUBLIC_URL: 'https://norte.mx' },
      [],
      'PAYMENT_PROVIDER no es válido: el modo de prueba no se permite en producción.',
    ],
    [
      { NODE_ENV: 'production', PAYMENT_PROVIDER: 'off' },
      ['--demo'],
      '--demo no es válido: el mundo de demostración no existe en producción.',
    ],
    [{}, ['--puerto=1'], '--puerto=1 no es válido: no es una opción.'],
  ])('is one line for %o %o', (env: Record<string, string>, args: string[], line) => {
    const { terminal, written } = setUp()
    terminal.refuse(parseConfig(env, args).problems ?? [])
    expect(written.err.startsWith(line)).toBe(true)
    expect(written.err.trimEnd().split('\n')).toHaveLength(1)
    expect(written.err).not.toContain('hunter2')
  })

  test('does not show a secret', () => {
    const { terminal, written } = setUp()
    terminal.refuse(parseConfig({ TOKEN_SECRET: 'hunter2' }, []).problems ?? [])
    expect(written.err).toMatch(/^TOKEN_SECRET no es válido: .*\n$/)
    expect(written.err).not.toContain('hunter2')
  })

  test('stays one line when the value has several', () => {
    const { terminal, written } = setUp()
    terminal.refuse(parseConfig({ OPERATOR_NAME: 'a\nb\r\nc' }, []).problems ?? [])
    expect(written.err.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('every sentence exists', () => {
  test('for each rule of a setting, and no rule is unused', () => {
    const combined = [
      'argument',
      'sandbox_in_production',
      'demo_in_production',
      'secret_needed',
      'sender_needed',
      'redis_alone',
      'same_port',
      'vapid_key_needed',
      'oidc_incomplete',
      'janus_incomplete',
      'backup_dir_needed',
      'backup_dir_in_data',
      's3_incomplete',
      'stripe_incomplete',
      'test_key_in_production',
    ]
    const rules = Object.values(SETTINGS).map(({ rule }) => rule)
    expect([...new Set([...rules, ...combined])].toSorted()).toEqual(Object.keys(cli.config.rules).toSorted())
  })

  test('an unexpected failure is one line', () => {
    const { terminal, written } = setUp()
    terminal.complain(new Error('first\n  second'))
    expect(written.err).toBe('Norte no pudo iniciar: first second\n')
  })

  test('an expected one is filled in', () => {
    const { terminal, written } = setUp()
    terminal.complain(new StartFailure('portTaken', { host: '127.0.0.1', port: 3000, setting: 'PORT' }))
    expect(written.err).toBe('El puerto 3000 de 127.0.0.1 ya está ocupado. Elige otro con PORT.\n')
  })
})

describe('when it is ready', () => {
  test('address, data folder, where to read mails, and the first step', () => {
    const { terminal, written } = setUp()
    terminal.ready(config(), ['demo'])
    const lines = written.out.trimEnd().split('\n')
    expect(lines.map((line) => line.replace(/^ +[^:]+: +/, ''))).toEqual([
      'Norte está listo.',
      'http://127.0.0.1:3000',
      '/var/norte',
      'http://127.0.0.1:3000/outbox',
      'abre http://127.0.0.1:3000/register y crea tu cuenta de coach.',
      'demo',
    ])
  })

  test('in production without a mail server it warns that mails stay here', () => {
    const { terminal, written } = setUp()
    terminal.ready(config({ NODE_ENV: 'production', PAYMENT_PROVIDER: 'off' }), [])
    expect(written.out).toContain('/var/norte/outbox')
    expect(written.out).not.toContain(':3000/outbox')
  })

  test('a worker alone offers no address', () => {
    const { terminal, written } = setUp()
    terminal.ready(config({ ROLES: 'worker' }), [])
    expect(written.out).not.toContain('http')
  })
})

describe('the language of a terminal', () => {
  test.each([
    [{}, 'es-MX'],
    [{ LANG: 'es_MX.UTF-8' }, 'es-MX'],
    [{ LANG: 'en_US.UTF-8' }, 'en-US'],
    [{ LANG: 'en' }, 'en-US'],
    [{ LANG: 'es_MX.UTF-8', LC_ALL: 'en_GB.UTF-8' }, 'en-US'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: '' }, 'en-US'],
    [{ LANG: 'C.UTF-8' }, 'es-MX'],
    [{ LANG: 'enochian' }, 'es-MX'],
  ])('of %j is %s', (env, language) => {
    expect(terminalLanguage(env)).toBe(language)
  })

  test('is used for its output', () => {
    const { terminal, written } = setUp('en-US')
    terminal.complain(new StartFailure('portTaken', { host: '127.0.0.1', port: 3000, setting: 'PORT' }))
    expect(written.err).toBe('Port 3000 of 127.0.0.1 is taken. Choose another with PORT.\n')
  })
})
