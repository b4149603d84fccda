import { setting } from './setting.ts'
import { iceUrls, socketUrl, strongSecret, text } from './values.ts'

/** Video: the servers that browsers find a way to each other with, and the one that passes on media of groups. */
export const VIDEO_SETTINGS = {
  STUN_URLS: setting(iceUrls(['stun:']), {
    presetDoc: 'none: enough on one network',
    doc: 'STUN servers, separated by commas (`stun:turn.example.org:3478`): browsers learn their public addresses from them. coturn is one too.',
  }),
  TURN_URLS: setting(iceUrls(['turn:', 'turns:']), {
    presetDoc: 'none: calls fail where networks let no direct way through',
    doc: 'TURN servers, separated by commas (`turn:turn.example.org:3478,turns:turn.example.org:5349`), with TURN_SECRET. Behind firewalls one call in ten needs them.',
  }),
  TURN_SECRET: setting(text(200), {
    secret: true,
    doc: "The secret shared with the TURN server (coturn's `static-auth-secret`): browsers get credentials made with it that end by themselves, never the secret.",
  }),
  JANUS_URL: setting(socketUrl(), {
    presetDoc: 'none: at most four people in a call',
    doc: 'Where the WebSocket interface of Janus answers the web servers (`ws://10.0.0.21:8188`), with JANUS_SECRET: groups of up to 12 people meet through it. Browsers never reach this address.',
  }),
  JANUS_SECRET: setting(strongSecret(), {
    secret: true,
    doc: "The `api_secret` of Janus: only Norte's web servers use it.",
  }),
}
