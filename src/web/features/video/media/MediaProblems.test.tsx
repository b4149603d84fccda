import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { MediaProblems } from './MediaProblems.tsx'

afterEach(() => vi.restoreAllMocks())

function openedIn(userAgent: string, touchPoints = 0): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(touchPoints)
}
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64'
const CHROME = 'AppleWebKit/537.36 Chrome/140.0.0.0'

// @spec P.230
test.each([
  ['Safari', `${MAC} Version/18.0 Safari/605.1.15`, 0, /En el menú Safari, abre «Configuración para este/],
  ['Firefox', `${WINDOWS}; rv:140.0) Gecko/20100101 Firefox/140.0`, 0, /Toca el icono del permiso junto/],
  ['Android', `Mozilla/5.0 (Linux; Android 14) ${CHROME} Mobile Safari/537.36`, 5, /abre Permisos/],
  ['an iPad', `${MAC} Version/18.0 Safari/605.1.15`, 5, /abre «Configuración del sitio web»/],
  ['Chrome', `${WINDOWS}) ${CHROME} Safari/537.36`, 0, /Toca el icono a la izquierda de la dirección/],
])('who refused both in %s reads once what to do there', (_, userAgent, touchPoints, advice) => {
  openedIn(userAgent, touchPoints)
  show(<MediaProblems problems={{ camera: 'denied', microphone: 'denied' }} />)
  const shown = screen.getByRole('status').textContent
  expect(shown).toMatch(/Norte no tiene permiso para usar tu cámara y tu micrófono\./)
  expect(shown).toMatch(advice)
})

// @spec P.230
test('what is not refused by the browser is the same advice in all of them, for each by itself', () => {
  openedIn(`${MAC} Version/18.0 Safari/605.1.15`)
  show(<MediaProblems problems={{ camera: 'busy', microphone: 'none' }} />)
  const shown = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(shown).toHaveLength(2)
  expect(shown.join(' ')).toMatch(/Cierra la otra videollamada o el programa que lo usa/)
  expect(shown.join(' ')).toMatch(/Conecta uno y actívalo con su botón/)
})
