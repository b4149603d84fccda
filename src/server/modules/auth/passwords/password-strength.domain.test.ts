import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.domain.ts'
import { isWeakPassword } from './password-strength.domain.ts'

const owner = { email: 'mariana.torres@correo.example', name: 'Mariana', lastName: 'Torres Peña' }
const weak = (password: string) => isWeakPassword(password, owner)

describe('a weak password', () => {
  test.each([
    'password123',
    'Password123!',
    'P4ssw0rd2027!',
    'contraseña1',
    'Contraseña2027',
    '¡Bienvenido1!',
    'iloveyou12345',
    'teamomucho1',
    'basketball',
    'manchester',
    '1029384756',
    'mexicolindo',
  ])('is a common one, with or without variations: %s', (password) => {
    expect(weak(password)).toBe(true)
  })

  test.each([
    'qwertyuiop',
    'QWERTY12345',
    '1234567890',
    '9876543210',
    'abcdefghij',
    '1qaz2wsx3edc',
    'asdfghjkl123',
  ])('follows the keyboard: %s', (password) => {
    expect(weak(password)).toBe(true)
  })

  test.each(['aaaaaaaaaa', '1212121212', 'abcabcabcabc', 'girasolgirasol', '🌻🌻🌻🌻🌻🌻🌻🌻🌻🌻'])(
    'repeats itself: %s',
    (password) => {
      expect(weak(password)).toBe(true)
    },
  )

  test.each([
    'mariana.torres@correo.example',
    'xx-Mariana.Torres-xx',
    'MarianaTorres',
    'mariana2027!',
    'Peña-Torres-1990',
  ])('is little more than its owner’s name or address: %s', (password) => {
    expect(weak(password)).toBe(true)
  })
})

describe('an accepted password', () => {
  test.each([
    'girasol-violeta-41',
    'correct horse battery staple',
    'Segura-y-larga-2027',
    'mariana come manzanas',
    'ñandú amarillo bajo lluvia',
    'x7#Kp!9vQz2m',
    '😀 tres gatos azules',
    'una-clave-larga-77',
  ])('%s', (password) => {
    expect(weak(password)).toBe(false)
  })

  test('is any long one, whatever its pattern', () => {
    for (const password of ['x'.repeat(64), `${'ñ'.repeat(127)}1`, 'girasol '.repeat(20)]) {
      expect(weak(password), password).toBe(false)
    }
  })

  test('may contain a short name of its owner', () => {
    const ana = { email: 'ana@correo.example', name: 'Ana', lastName: 'Li' }
    expect(isWeakPassword('banana-split-real', ana)).toBe(false)
    expect(isWeakPassword('ana1234567', ana)).toBe(true)
  })

  test('is any that a password manager generates', () => {
    const made = Array.from({ length: 1_000 }, (_, index) =>
      createHash('sha256').update(`${index}`).digest('base64url').slice(0, 16),
    )
    expect(made.filter(weak)).toEqual([])
  })
})

describe('the list', () => {
  test('has at least the three thousand that ASVS 6.2.4 requires, and each is refused in any case', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(3_000)
    for (const password of COMMON_PASSWORDS) {
      expect(password.length, password).toBeGreaterThanOrEqual(10)
      expect(weak(password.toUpperCase()), password).toBe(true)
    }
  })

  test('refuses every common word followed by a year', () => {
    for (const word of COMMON_WORDS) expect(weak(`${word}2027!`), word).toBe(true)
  })
})
