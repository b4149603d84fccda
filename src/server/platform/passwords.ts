import { hash, verify } from '@node-rs/argon2'

export type Passwords = {
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash. Without a hash (no such account, or one without a password) it does the same
   * work and returns false, so that the response time reveals nothing (product §3).
   */
  verify(hashed: string | undefined, password: string): Promise<boolean>
}

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Password hashing with argon2id. Passwords are compared in NFC, so that a composed ñ equals a decomposed one. Only
 * tests hand in another `cost`: no setting reaches it.
 */
export async function createPasswords(cost = COST): Promise<Passwords> {
  const decoy = await hash('no account has this password', cost)
  return {
    hash: (password) => hash(password.normalize('NFC'), cost),
    async verify(hashed, password) {
      const matches = await verify(hashed ?? decoy, password.normalize('NFC'))
      return hashed !== undefined && matches
    },
  }
}
