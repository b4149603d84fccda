import { EmojiPicker } from 'frimousse'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { useTouch } from '#web/ui/use-touch.ts'
import classes from './EmojiPanel.module.css'

/** The newest Unicode version whose emoji the fonts of this year's systems have. */
const EMOJI_VERSION = 15.1

/** All emoji by group, and a search by their names in the reader's language. Nothing is asked of another server. */
export default function EmojiPanel({ onPick }: { onPick: (sign: string) => void }) {
  const { t } = useTranslation('messages')
  const isTouch = useTouch()
  return (
    <EmojiPicker.Root
      className={classes.panel}
      locale={currentLanguage().startsWith('es') ? 'es-mx' : 'en'}
      emojibaseUrl={paths.emojiNames()}
      emojiVersion={EMOJI_VERSION}
      columns={isTouch ? 6 : 8}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <EmojiPicker.Search
        className={classes.search}
        aria-label={t('emoji.search')}
        placeholder={t('emoji.search')}
        // The panel arrives after the popover, which looked for what to focus; a phone would open its keyboard.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button before it asked for this panel
        autoFocus={!isTouch}
      />
      <EmojiPicker.Viewport className={classes.viewport}>
        <EmojiPicker.Loading className={classes.state}>{t('emoji.loading')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={classes.state}>{t('emoji.none')}</EmojiPicker.Empty>
        <EmojiPicker.List
          className={classes.list}
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div className={classes.category} {...props}>
                {category.label}
              </div>
            ),
            Row: ({ children, ...props }) => (
              <div className={classes.row} {...props}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button type="button" className={classes.emoji} {...props}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}
