import { setting } from './setting.ts'
import { choice, choices, host, integer, proxies, strongSecret, webOrigin } from './values.ts'

/** How a process is reached, what it does and what it logs. */
export const SERVER_SETTINGS = {
  PORT: setting(integer(0, 65_535), {
    preset: '3000',
    doc: 'Port for web, API and socket; 0 takes a free one.',
  }),
  HOST: setting(host(), {
    preset: '127.0.0.1',
    doc: 'Address to listen on. Behind a reverse proxy keep it; `0.0.0.0` opens the port to the network. Anything but a loopback address means production.',
  }),
  PUBLIC_URL: setting(webOrigin(), {
    presetDoc: 'http://HOST:PORT',
    doc: 'Where people reach Norte; links in mails start with it. Anything but a loopback address means production.',
  }),
  TRUST_PROXY: setting(proxies(), {
    preset: 'no',
    doc: 'Whose X-Forwarded-For counts: `no`, the number of proxies in front, or their addresses and networks separated by commas (`loopback` for a proxy on the same machine).',
  }),
  ROLES: setting(choices(['web', 'worker']), {
    preset: 'web,worker',
    doc: 'What this process does: `web` answers requests, `worker` sends mails and reminders.',
  }),
  OPERATIONS_PORT: setting(integer(0, 65_535), {
    presetDoc: 'none',
    doc: 'Another port of HOST, for `/health/live`, `/health/ready` and `/metrics` alone, open from the first moment to the last: for workers, which have no other port, and for servers behind a proxy. Differs from PORT; 0 takes a free one.',
  }),
  METRICS_TOKEN: setting(strongSecret(), {
    presetDoc: 'none: /metrics does not exist',
    secret: true,
    doc: 'What Prometheus sends to read `/metrics` (`Authorization: Bearer …`): at least 32 random characters (`openssl rand -base64 48`).',
  }),
  DRAIN_SECONDS: setting(integer(0, 300), {
    presetDoc: '5 in production with DATABASE_URL, otherwise 0',
    doc: 'How long a web server that is told to end says that it is not ready and still answers, so that proxies send requests elsewhere; then as long again for open connections (see "Rolling restart").',
  }),
  NODE_ENV: setting(choice(['development', 'production', 'test']), {
    preset: 'development',
    doc: '`production` closes the test conveniences (see below).',
  }),
  LOG_LEVEL: setting(choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), {
    presetDoc: '`info` in production, otherwise `warn`',
    doc: 'How much is logged, as JSON lines on standard output.',
  }),
}
