/**
 * Whether people can come in through Google here. The server writes it into the page it serves, so that the button is
 * there from the first look on, or never (product §3).
 */
export const offersGoogle = (): boolean => document.documentElement.hasAttribute('data-google')
