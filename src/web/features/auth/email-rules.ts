/** Validates an address in forms without a schema of the contract; the server decides. */
export const emailRules = {
  required: 'required',
  pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: 'email_invalid' },
}
