import { createLogger } from '#server/platform/logger.ts'

// Logs when it is told to, and ends at once.
const logger = createLogger('info')
process.once('message', () => {
  for (let line = 1; line <= 3; line += 1) logger.info({ line }, 'before the end')
  logger.fatal('the last line')
  process.exit(3)
})
process.send?.('ready')
