import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PushState } from '#web/api/device/push.ts'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

/** The browser: what it takes, and what it answers when it is switched. */
const device = vi.hoisted(() => ({ state: 'off' as string, afterOn: 'on', isBroken: false, asked: 0 }))
vi.mock('#web/api/device/push.ts', () => ({
  readPushState: () =>
    device.isBroken ? Promise.reject(new Error('no registrations')) : Promise.resolve(device.state),
  switchPushOn: () => {
    device.asked += 1
    return Promise.resolve((device.state = device.afterOn))
  },
  switchPushOff: () => Promise.resolve((device.state = 'off')),
}))
const answers = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#web/api/secure-drafts.ts', () => ({
  drafts: {
    read: (name: string) => Promise.resolve(answers.get(name) ?? null),
    save: (name: string, value: unknown) => Promise.resolve(!!answers.set(name, value)),
  },
}))
resetModulesAfterwards()

// Another test file of this worker may have loaded the modules with what is replaced here.
vi.resetModules()
const { signInClient, signInCoach } = await import('#test/support/web/people.ts')
const { show, shown } = await import('#test/support/web/show.tsx')
const { DeviceCard } = await import('./DeviceCard.tsx')
const { PushOffer } = await import('./PushOffer.tsx')

beforeEach(() => {
  Object.assign(device, { state: 'off', afterOn: 'on', isBroken: false, asked: 0 })
  answers.clear()
  signInClient()
})

// @spec P.209
describe('this device', () => {
  test('is switched on and off by a tap, never by itself', async () => {
    show(<DeviceCard />)
    fireEvent.click(await screen.findByRole('button', { name: 'Activar' }))
    expect(device.asked).toBe(1)
    fireEvent.click(await screen.findByRole('button', { name: 'Desactivar' }))
    expect(await screen.findByRole('button', { name: 'Activar' })).toBeTruthy()
  })

  test.each<[PushState, RegExp]>([
    ['denied', /Permítelas en la configuración del sitio/],
    ['needsInstall', /agrega Norte a tu pantalla de inicio/],
    ['unsupported', /te llegan por correo/],
  ])('that cannot (%s) says what to do, without a button', async (state, text) => {
    device.state = state
    show(<DeviceCard />)
    expect((await screen.findByRole('status')).textContent).toMatch(text)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('that cannot tells a coach, who gets no reminders, of what others do', async () => {
    signInCoach()
    device.state = 'unsupported'
    show(<DeviceCard />)
    expect((await screen.findByRole('status')).textContent).toMatch(/Lo importante te llega por correo/)
  })

  test('says how to undo a refusal that was just given', async () => {
    device.afterOn = 'denied'
    show(<DeviceCard />)
    fireEvent.click(await screen.findByRole('button', { name: 'Activar' }))
    expect(await screen.findByText(/notificaciones de Norte están bloqueadas/)).toBeTruthy()
  })

  test('is read again when the page is shown: the person may come back from its settings', async () => {
    device.state = 'denied'
    show(<DeviceCard />)
    await screen.findByText(/están bloqueadas/)
    device.state = 'off'
    fireEvent(document, new Event('visibilitychange'))
    expect(await screen.findByRole('button', { name: 'Activar' })).toBeTruthy()
  })

  test('that cannot say it counts as one that takes none', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    device.isBroken = true
    show(<DeviceCard />)
    expect(await screen.findByText(/no puede recibir/)).toBeTruthy()
    expect(warned).toHaveBeenCalledOnce()
  })
})

describe('the offer beside a session that comes', () => {
  const offer = () => screen.findByText(/3 horas antes de tus sesiones/)

  test.each(['Activar', 'Ahora no'])('is made once, whatever is answered: %s', async (answer) => {
    const { unmount } = show(<PushOffer />)
    await offer()
    fireEvent.click(screen.getByRole('button', { name: answer }))
    await expect.poll(() => screen.queryByText(/3 horas antes/)).toBeNull()
    unmount()
    device.state = 'off'
    show(<PushOffer />)
    await shown()
    expect(screen.queryByText(/3 horas antes/)).toBeNull()
    expect(device.asked).toBe(answer === 'Activar' ? 1 : 0)
  })

  test('speaks of reminders only to a client: a coach gets none', async () => {
    signInCoach()
    show(<PushOffer />)
    await screen.findByText(/solicitudes, cambios y mensajes/)
    expect(screen.queryByText(/3 horas antes/)).toBeNull()
  })

  test.each<PushState>(['on', 'denied', 'unsupported', 'needsInstall'])(
    'is not made where it is %s',
    async (state) => {
      device.state = state
      show(<PushOffer />)
      await shown()
      expect(screen.queryByRole('button')).toBeNull()
    },
  )
})
