import { setNonce } from 'get-nonce'

/** The nonce that lets a `<style>` pass this page's content security policy. The server wrote it into the page. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// For the style that locks scrolling behind a dialog, which the kit takes from another package.
setNonce(styleNonce)
