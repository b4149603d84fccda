// The screens of a practice: its clients and its groups.
import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { say, saying } from './browser.ts'
import { type Shots, button } from './shot.ts'
import type { Ids } from './world.ts'

const PASTED = `Lucía Ramos Peña <lucia.ramos@correo.example>
Diego Sosa, diego.sosa@correo.example
marta@correo.example
Sin Correo Alguno`

const LIST = `Nombre;Apellidos;Correo;País;Inicio;Etiquetas;Talla
Íñigo;Núñez Peña;inigo.nunez@correo.example;México;24/02/2027;liderazgo;M
María José;Peña Ruiz;mariajose@correo.example;España;;ventas;S
Sol;;sol@correo.example;;;;
Luz;Vega;luz(arroba)correo.example;;;;
Mar;Ríos;mar@correo.example;Atlántida;31/02/2027;;
Íñigo;Núñez;inigo.nunez@correo.example;;;;
Paz;Ríos;paz@correo.example;;;;M;algo de más`

const NOBODY = `Nombre;Apellidos;Correo
Sol;;sol@correo.example`

/** A file of clients on its way into the practice. */
export function importShots(): Shots {
  const path = paths.clientImport()
  const read = (text: string) => async (page: Page) => {
    const asked = page.waitForEvent('filechooser')
    await button('clientFiles:choose.button')(page)
    const file = { name: 'mis-clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await (await asked).setFiles(file)
  }
  const review = (text: string) => async (page: Page) => {
    await read(text)(page)
    await page.getByRole('heading', { name: 'mis-clientes.csv' }).waitFor()
    await page.getByRole('button', { name: say('clientFiles:review.other') }).waitFor()
  }
  return [
    { name: 'import', path },
    {
      name: 'import-refused',
      path,
      act: async (page) => {
        await read('Nombre;Ciudad')(page)
        await page.getByRole('alert').waitFor()
      },
      refused: true,
    },
    { name: 'import-review', path, act: review(LIST) },
    { name: 'import-nobody', path, act: review(NOBODY) },
  ]
}

type GroupScreen = 'groups' | 'groupNew' | 'groupEdit' | 'group'

export function groupShots({ groupId, draftGroupId }: Ids): Record<GroupScreen, Shots> {
  const members = paths.groupView({ groupId, tab: 'members' })
  const add = async (page: Page) => {
    await button('groups:members.add')(page)
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
  }
  const choose = async (page: Page) => {
    await add(page)
    const free = page.getByRole('dialog').getByRole('checkbox', { disabled: false })
    await free.nth(0).check()
    await free.nth(1).check()
  }
  const paste = async (page: Page) => {
    await choose(page)
    await page.getByLabel(say('groups:adding.paste')).fill(PASTED)
    await button('groups:adding.review')(page)
  }
  const menu = (page: Page) =>
    page
      .getByRole('listitem')
      .getByRole('button', { name: saying('groups:members.menuOf') })
      .first()
      .click()
  /** That of the group itself, above its members. */
  const groupMenu = (page: Page) =>
    page
      .getByRole('button', { name: saying('groups:members.menuOf') })
      .first()
      .click()
  const dialogOf = (open: typeof menu, item: Parameters<typeof say>[0]) => async (page: Page) => {
    await open(page)
    await page.getByRole('menuitem', { name: say(item) }).click()
    await page.getByRole('dialog').waitFor()
  }
  return {
    groups: [
      { name: 'groups', path: paths.groups() },
      {
        name: 'groups-none-found',
        path: paths.groups(),
        act: async (page) => {
          await page.getByLabel(say('groups:search')).fill('zzz')
          await page.getByText(say('groups:noMatch')).waitFor()
        },
      },
    ],
    groupNew: [
      { name: 'group-new', path: paths.groupNew() },
      { name: 'group-new-errors', path: paths.groupNew(), act: button('groups:form.saveDraft') },
    ],
    groupEdit: [{ name: 'group-edit', path: paths.groupEdit({ groupId }) }],
    group: [
      { name: 'group-view', path: paths.groupView({ groupId }) },
      { name: 'group-view-draft', path: paths.groupView({ groupId: draftGroupId }) },
      ...(['sessions', 'goals', 'actions', 'notes', 'resources'] as const).map((tab) => ({
        name: `group-view-${tab}`,
        path: paths.groupView({ groupId, tab }),
      })),
      { name: 'group-members', path: members },
      { name: 'group-members-menu', path: members, act: menu },
      {
        name: 'group-member-remove',
        path: members,
        act: dialogOf(menu, 'groups:members.remove'),
      },
      { name: 'group-menu', path: members, act: groupMenu },
      {
        name: 'group-finish',
        path: members,
        act: dialogOf(groupMenu, 'groups:moves.finish'),
      },
      { name: 'group-add-client', path: members, act: add },
      { name: 'group-add-chosen', path: members, act: choose },
      { name: 'group-add-list', path: members, act: paste },
    ],
  }
}

type ClientScreen = 'clients' | 'clientNew' | 'clientEdit' | 'client'

/** The clients of a practice, and one of them in every state. */
export function clientShots(ids: Ids): Record<ClientScreen, Shots> {
  const { clientId } = ids
  const view = paths.clientView({ clientId })
  const asking = (move: 'pause' | 'finish' | 'archive') => async (page: Page) => {
    await button('clients:menuOf')(page)
    await page.getByRole('menuitem', { name: say(`clients:moves.menu.${move}`) }).click()
    await page.getByRole('dialog').waitFor()
  }
  const select = async (page: Page) => {
    const boxes = page.getByRole('checkbox', { name: saying('clients:bulk.selectOf') })
    if ((await boxes.count()) === 0) await button('clients:bulk.select')(page)
    for (const at of [0, 1, 4, 5]) await boxes.nth(at).check()
  }
  const selected = (action: 'invite' | 'tag' | 'pause' | 'archive') => async (page: Page) => {
    await select(page)
    await page
      .getByRole('region', { name: say('clients:bulk.bar') })
      .getByRole('button', { name: say(`clients:bulk.${action}`) })
      .click()
    await page.getByRole('dialog').waitFor()
  }
  return {
    clients: [
      {
        name: 'clients-begin',
        path: paths.clients(),
        act: async (page) => {
          await button('clients:new')(page)
          await page.getByRole('dialog').waitFor()
        },
      },
      { name: 'clients-selected', path: paths.clients(), act: select },
      { name: 'clients-selected-invite', path: paths.clients(), act: selected('invite') },
      { name: 'clients-selected-tag', path: paths.clients(), act: selected('tag') },
      { name: 'clients-selected-pause', path: paths.clients(), act: selected('pause') },
      { name: 'clients', path: paths.clients() },
      {
        name: 'clients-search',
        path: paths.clients(),
        act: async (page) => {
          const asked = page.waitForResponse((response) => response.url().includes('search='))
          await page.getByLabel(say('clients:search')).fill('lu')
          await asked
        },
      },
      {
        name: 'clients-none-found',
        path: paths.clients(),
        act: async (page) => {
          await page.getByLabel(say('clients:search')).fill('zzz')
          await page.getByText(say('clients:noMatch')).waitFor()
        },
      },
      { name: 'clients-attention', path: `${paths.clients()}?attention=true&sort=rhythm` },
      { name: 'clients-tag', path: paths.clients({ tag: 'Liderazgo' }) },
      { name: 'clients-menu', path: paths.clients(), act: button('clients:menuOf') },
      { name: 'clients-files', path: paths.clients(), act: button('clients:files.label') },
    ],
    clientNew: [
      { name: 'client-new', path: paths.clientNew() },
      { name: 'client-new-errors', path: paths.clientNew(), act: button('clients:saveAndInvite') },
    ],
    clientEdit: [
      { name: 'client-edit', path: paths.clientEdit({ clientId }) },
      { name: 'client-edit-invited', path: paths.clientEdit({ clientId: ids.invitedClientId }) },
    ],
    client: [
      { name: 'client-view', path: view },
      {
        name: 'client-share',
        path: paths.clientView({ clientId: ids.invitedClientId }),
        act: async (page) => {
          await button('clients:share.open')(page)
          await page.getByRole('button', { name: say('clients:share.copy') }).waitFor()
        },
      },
      { name: 'client-view-menu', path: view, act: button('clients:menuOf') },
      ...(['sessions', 'goals', 'actions', 'notes', 'resources', 'data'] as const).map((tab) => ({
        name: `client-view-${tab}`,
        path: paths.clientView({ clientId, tab }),
      })),
      { name: 'client-pause', path: view, act: asking('pause') },
      { name: 'client-finish', path: view, act: asking('finish') },
      {
        name: 'client-archive',
        path: paths.clientView({ clientId: ids.finishedClientId }),
        act: asking('archive'),
      },
      ...(['invited', 'notInvited', 'expired', 'paused', 'finished', 'archived'] as const).map((status) => ({
        name: `client-view-${status}`,
        path: paths.clientView({ clientId: ids[`${status}ClientId`] }),
      })),
    ],
  }
}

type MemorandumScreen = 'memorandums' | 'memorandumNew' | 'memorandumEdit'

/** A coach's notes to themselves. */
export function memorandumShots(ids: Ids): Record<MemorandumScreen, Shots> {
  const path = paths.memorandums()
  const open = (key: 'memorandums:postponeOf' | 'memorandums:moreOf') => async (page: Page) => {
    const name = new RegExp(`^${say(key).split('{{')[0]}`)
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('menu').waitFor()
  }
  // On a phone the days are in the menu of everything else.
  const postpone = async (page: Page) => {
    const isPhone = page.viewportSize()!.width < 768
    await open(isPhone ? 'memorandums:moreOf' : 'memorandums:postponeOf')(page)
  }
  return {
    memorandums: [
      { name: 'memorandums', path },
      { name: 'memorandums-postpone', path, act: postpone, only: '1440' },
      {
        name: 'memorandums-postpone-date',
        path,
        act: async (page) => {
          await postpone(page)
          await page.getByRole('menuitem', { name: say('memorandums:postponeTo.date') }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
      { name: 'memorandums-menu', path, act: open('memorandums:moreOf') },
      { name: 'memorandums-none', path: `${path}?search=nada+de+nada` },
    ],
    memorandumNew: [
      { name: 'memorandum-new', path: paths.memorandumNew() },
      { name: 'memorandum-new-of', path: paths.memorandumNew({ clientId: ids.clientId }) },
      { name: 'memorandum-new-errors', path: paths.memorandumNew(), act: button('memorandums:form.save') },
    ],
    memorandumEdit: [
      { name: 'memorandum-edit', path: paths.memorandumEdit({ memoramdumId: ids.memorandumId }) },
      { name: 'memorandum-done', path: paths.memorandumEdit({ memoramdumId: ids.doneMemorandumId }) },
    ],
  }
}
