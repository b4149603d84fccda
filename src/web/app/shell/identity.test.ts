import { describe, expect, test } from 'vitest'
import { SIDEBAR, bottomBar } from './navigation.ts'
import { practiceOf, roleOf } from './identity.ts'
import shell from '../../../../public/locales/es-MX/shell.json' with { type: 'json' }

describe('the role label (spec §1)', () => {
  // @spec 1.16, 6.1
  test('client, member and collaborator have their own word', () => {
    const labels = (['client', 'member', 'collaborator'] as const).map((role) => {
      const label = roleOf({ role, jobOcuppation: 'Gerente' })
      return 'role' in label ? shell.roles[label.role] : label.occupation
    })
    expect(labels).toEqual(['Cliente', 'Integrante', 'Colaborador'])
  })

  // @spec 1.16
  test('any other user shows the occupation', () => {
    expect(roleOf({ role: null, jobOcuppation: 'Coach ejecutiva' })).toEqual({
      occupation: 'Coach ejecutiva',
    })
    expect(roleOf({ role: null, jobOcuppation: null })).toEqual({ role: 'coach' })
  })
})

describe('the practice in the sidebar (spec §1)', () => {
  const coach = {
    id: 'c' as never,
    name: 'Ana',
    lastName: 'López',
    photo: null,
    timezone: 'America/Mexico_City',
    companyName: 'Alma',
    colorUI: null,
    companyPhoto: { fileURL: '/files/alma.png' },
    endsAt: null,
  }

  // @spec 1.9
  test("a coach sees their own, a client their coach's, never their employer's", () => {
    const user = { companyName: 'Fábrica', companyPhoto: { fileURL: '/files/fabrica.png' }, coach }
    expect(practiceOf(user, 'client')).toEqual({ name: 'Alma', logo: '/files/alma.png' })
    expect(practiceOf({ ...user, coach: null }, 'coach')).toEqual({
      name: 'Fábrica',
      logo: '/files/fabrica.png',
    })
  })

  // @spec 1.9
  test('without a logo Norte’s is shown', () => {
    const user = { companyName: null, companyPhoto: null, coach: { ...coach, companyPhoto: null } }
    expect(practiceOf(user, 'client')).toEqual({ name: 'Alma', logo: null })
    expect(practiceOf({ ...user, coach: null }, 'coach')).toEqual({ name: null, logo: null })
  })
})

// @spec 2.15
describe('the sidebar (spec §2)', () => {
  const table = (type: 'coach' | 'client') => SIDEBAR[type].map(({ label, to }) => [shell.screens[label], to])

  test('of coaches', () => {
    expect(table('coach')).toEqual([
      ['Inicio', '/dashboard'],
      ['Mis Clientes', '/clients'],
      ['Mis Grupos', '/groups'],
      ['Calendario', '/calendar'],
      ['Mensajes', '/messages'],
      ['Recursos', '/resources'],
      ['Memorándum', '/memorandums'],
    ])
  })

  test('of clients and other members', () => {
    expect(table('client')).toEqual([
      ['Inicio', '/dashboard'],
      ['Calendario', '/calendar'],
      ['Metas', '/goals'],
      ['Acciones', '/actions'],
      ['Recursos', '/resources'],
      ['Mensajes', '/messages'],
    ])
  })

  // product §1 D21, D23
  test('the bar of phones holds what is built, at most five, messages among them', () => {
    const labels = (type: 'coach' | 'client') => bottomBar(type).map(({ label }) => shell.screens[label])
    expect(labels('coach')).toEqual(['Inicio', 'Mis Clientes', 'Calendario', 'Mensajes'])
    expect(labels('client')).toEqual(['Inicio', 'Calendario', 'Metas', 'Acciones', 'Mensajes'])
  })
})

// @spec 2.18, 2.19, 2.23, 2.26
test('fixed texts of the shell (spec §2)', () => {
  expect(shell.logout).toMatchObject({
    title: 'Estás a punto de Cerrar Sesión',
    subtitle: '¿Estás seguro de salir?',
    cancel: 'Cancelar',
    accept: 'Salir',
  })
  expect([shell.user.profile, shell.user.settings, shell.user.signOut]).toEqual([
    'Mi Perfil',
    'Configuración',
    'Cerrar Sesión',
  ])
  expect(shell.notifications.all).toBe('Ver todas las Notificaciones')
  expect(shell.messages.all).toBe('Ver todos los mensajes')
  expect(shell.messages.empty).toBe('Sin Mensajes')
  expect(shell.messages.open).toBe('Ver mensaje')
  expect(shell.messages.from).toBe('Nuevo mensaje de {{name}}')
  expect(shell.messages.unnamed).toBe('Cliente')
  expect(shell.messages.today).toBe('HOY')
})
