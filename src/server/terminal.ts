import { join } from 'node:path'
import type { Language } from '#contract/account/auth.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { type Config, type ConfigProblem, urlOf } from './config.ts'
import { localesFolder } from './folders.ts'
import { createTexts, type TextParams } from './platform/texts.ts'
import { StartFailure } from './start-failure.ts'

/** The output for the person who started the process: the sentences of the cli locale file. */
export type Terminal = {
  say(key: string, params?: TextParams): void
  /** One line on standard error for each invalid setting; values of secrets are not shown. */
  refuse(problems: readonly ConfigProblem[]): void
  /** One line on standard error with the reason why the start, or the process, ended. */
  complain(reason: unknown): void
  /** Where to find the server, its data, and the first step. */
  ready(config: Config, more: readonly string[]): void
}

/** The language of a terminal, from the first of the POSIX variables with a supported one. */
export function terminalLanguage(env: Record<string, string | undefined>): Language {
  const locale = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value) ?? ''
  return /^en(?:[_.@-]|$)/i.test(locale) ? 'en-US' : DEFAULT_LANGUAGE
}

export type TerminalOptions = {
  language?: Language
  out?: (text: string) => void
  err?: (text: string) => void
}

/** The output of a terminal: sentences, one line each. */
export function openTerminal({
  language = DEFAULT_LANGUAGE,
  out = (text) => void process.stdout.write(text),
  err = (text) => void process.stderr.write(text),
}: TerminalOptions = {}): Terminal {
  const texts = createTexts(localesFolder)
  const text = (key: string, params?: TextParams) => texts.text(language, `cli:${key}`, params)
  const mailLine = ({ smtpUrl, localMailPage, publicUrl, dataDir, roles }: Config) => {
    if (localMailPage && roles.web) return [text('start.mails', { url: `${publicUrl}/outbox` })]
    return smtpUrl ? [] : [text('start.outbox', { folder: join(dataDir, 'outbox') })]
  }
  const complainLine = (line: string) => err(`${line.replaceAll(/\s*[\r\n]+\s*/g, ' ')}\n`)

  return {
    say: (key, params) => out(`${text(key, params)}\n`),
    refuse: (problems) => {
      for (const { name, rule, value, params } of problems) {
        const why = text(`config.rules.${rule}`, params)
        const key = value === undefined ? 'config.wrongHidden' : 'config.wrong'
        complainLine(text(key, { name, value: value ?? '', rule: why }))
      }
    },
    complain: (reason) => {
      if (reason instanceof StartFailure) complainLine(text(`failure.${reason.key}`, reason.params))
      else
        complainLine(
          text('failure.unexpected', { reason: reason instanceof Error ? reason.message : String(reason) }),
        )
    },
    ready: (config, more) => {
      const { publicUrl: url, dataDir: folder, roles, host, operationsPort } = config
      const lines = [
        text('start.ready'),
        roles.web ? text('start.address', { url }) : text('start.worker'),
        ...(operationsPort === undefined
          ? []
          : [text('start.operations', { url: urlOf(host, operationsPort) })]),
        text('start.dataFolder', { folder }),
        ...mailLine(config),
        ...(roles.web ? [text('start.firstStep', { url: `${url}/register` })] : []),
        ...more,
      ]
      // In one write, so that a program that waits for the address has all lines.
      out(`${lines.join('\n')}\n`)
    },
  }
}
