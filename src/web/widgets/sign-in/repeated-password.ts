/** For `.refine` of a form with `password` and `repeated`: the two are the same (product §3). */
export const isRepeated = (form: { password?: unknown; repeated?: unknown }): boolean =>
  form.password === form.repeated

/** What `isRepeated` refuses with. With one of the two still empty "Campo requerido" is enough. */
export const REPEATED = {
  path: ['repeated'],
  message: 'passwords_differ',
  when: ({ value }: { value: unknown }) => hasBoth(value),
}

function hasBoth(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'password' in value && 'repeated' in value
}
