/** How the address ends that is in the place of a deleted account's: nobody can have it (RFC 2606 §2). */
export const NOBODYS_ADDRESS = '@deleted.invalid'

/** How that ends of an account in place of a client who wrote something in a practice that was imported. */
export const IMPORTED_ADDRESS = '@imported.invalid'

/** Whether nobody has an address: nothing is sent to it. */
export const isNobodys = (email: string): boolean =>
  [NOBODYS_ADDRESS, IMPORTED_ADDRESS].some((ending) => email.endsWith(ending))
