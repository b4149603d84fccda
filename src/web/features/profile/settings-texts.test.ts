import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** One text of the Spanish catalogue, by `namespace:key`. */
function text(name: string): unknown {
  const [namespace, key = ''] = name.split(':')
  const file = new URL(`../../../../public/locales/es-MX/${namespace}.json`, import.meta.url)
  return key
    .split('.')
    .reduce<unknown>(
      (node, part) => (node as Record<string, unknown>)[part],
      JSON.parse(readFileSync(file, 'utf8')),
    )
}

// @spec 2.27, 5.4, 8.2, 8.3, 8.9
test.each([
  ['shell:screens.profile', 'Mi Perfil', 'spec §2'],
  ['shell:profileTabs.profile', 'Información Personal', 'spec §2'],
  ['shell:profileTabs.company', 'Empresa', 'spec §2'],
  ['shell:profileTabs.settings', 'Configuración', 'spec §2'],
  ['common:save', 'Guardar', 'spec §2'],
  ['settings:links.whatsapp', 'Whatsapp', 'spec §2'],
  ['settings:links.facetime', 'Facetime', 'spec §2'],
  ['settings:links.phone', 'Telefono', 'spec §2'],
  ['validation:required', 'Campo requerido', 'spec §5'],
  ['common:loading', 'Cargando...', 'spec §8'],
  ['common:saved', 'El registro se agrego con éxito', 'spec §8'],
  ['common:notSaved', 'Ocurrio un error al procesar la solicitud.', 'spec §8'],
])('%s reads %j (%s)', (name, words) => {
  expect(text(name)).toBe(words)
})
