import { setNonce } from 'get-nonce'

/** What the content security policy of this page lets a `<style>` in by. The server wrote it into the page. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// For the style that keeps the page from scrolling behind a dialog, which the kit takes from elsewhere.
setNonce(styleNonce)
