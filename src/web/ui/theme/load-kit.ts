/** The styles of the kit that everything behind the first screens counts on. */
export const loadKit = () => import('./kit-rest.ts')
