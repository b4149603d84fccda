/** For `.refine` of a form with `password` and `repeated`: the two must match (product §3). */
export const isRepeated = (form: { password?: unknown; repeated?: unknown }): boolean =>
  form.password === form.repeated

/** The error of `isRepeated`. If one of the two is still empty, "Campo requerido" is enough. */
export const REPEATED = {
  path: ['repeated'],
  message: 'passwords_differ',
  when: ({ value }: { value: unknown }) => hasBoth(value),
}

function hasBoth(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'password' in value && 'repeated' in value
}
