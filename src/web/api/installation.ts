/**
 * Whether this installation offers sign-in through Google. The server writes it into the page, so that the button is
 * there from the first render, or never (product §3).
 */
export const offersGoogle = (): boolean => document.documentElement.hasAttribute('data-google')
