/** An address as a form without the contract's schema asks for it; the server has the last word. */
export const emailRules = {
  required: 'required',
  pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: 'email_invalid' },
}
