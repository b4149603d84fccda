import { type CSSVariablesResolver, type MantineColorsTuple, colorsTuple, createTheme } from '@mantine/core'

/** Ten shades of one colour, derived from the accent of the page (theme.css). */
const follows = (variable: string) => colorsTuple(`var(${variable})`)

const reds: MantineColorsTuple = [
  '#fdeaea',
  '#fbd5d6',
  '#f5aaad',
  '#ef7d81',
  '#e2464c',
  '#d2262c',
  '#c4161c',
  '#a81218',
  '#8c0f14',
  '#700c10',
]

/** The design's dark palette, for the parts of the kit that name a shade: text, muted, lines, grounds, page. */
const darks: MantineColorsTuple = [
  '#f2f4f8',
  '#c3cad8',
  '#a3abbd',
  '#6b7280',
  '#343945',
  '#2b2f3a',
  '#222631',
  '#191c24',
  '#151820',
  '#12141a',
]

const fontFamily = "'Inter Variable', 'Inter Extended', system-ui, sans-serif"

export const theme = createTheme({
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, monospace',
  headings: { fontFamily, fontWeight: '650' },
  colors: { accent: follows('--norte-primary'), negative: reds, dark: darks },
  primaryColor: 'accent',
  primaryShade: 6,
  defaultRadius: 10,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The kit's focus ring is replaced by the one in theme.css, which is the same for every element.
    Modal: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        transitionProps: { duration: 140 },
        // The header of a dialog is not a banner landmark of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    // Without the lock a list moves above its field once a scroll would leave it below the window.
    Popover: { defaultProps: { radius: 16, shadow: 'md', preventPositionChangeWhenVisible: false } },
    Menu: { defaultProps: { radius: 14, shadow: 'md', withInitialFocusPlaceholder: false } },
    // The button that reveals a password is reachable by keyboard too.
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
    Tooltip: { defaultProps: { openDelay: 300, radius: 8 } },
    // A skeleton announces that content is loading, also where nothing else does.
    Skeleton: { defaultProps: { 'aria-busy': true } },
  },
})

// The kit sets these for each scheme, so they are given for both; theme.css differs by scheme.
const shared = {
  '--mantine-color-accent-filled': 'var(--norte-primary)',
  '--mantine-color-accent-filled-hover': 'var(--norte-primary-hover)',
  '--mantine-color-accent-light': 'var(--norte-accent-soft)',
  '--mantine-color-accent-light-hover':
    'color-mix(in srgb, var(--norte-accent-text) 8%, var(--norte-accent-soft))',
  '--mantine-color-accent-light-color': 'var(--norte-accent-on-soft)',
  '--mantine-color-accent-text': 'var(--norte-accent-text)',
  '--mantine-color-accent-outline': 'var(--norte-accent-text)',
  '--mantine-color-accent-outline-hover': 'var(--norte-accent-soft)',
  '--mantine-color-negative-filled': '#c4161c',
  '--mantine-color-negative-filled-hover': '#a81218',
  '--mantine-color-negative-light': 'var(--norte-negative-soft)',
  '--mantine-color-negative-light-color': 'var(--norte-negative-text)',
  '--mantine-color-negative-text': 'var(--norte-negative-text)',
  '--mantine-color-anchor': 'var(--norte-accent-text)',
  // Of every select, also of one with an error.
  '--combobox-chevron-color': 'var(--norte-muted)',
  '--mantine-color-body': 'var(--norte-page)',
  '--mantine-color-text': 'var(--norte-text)',
  '--mantine-color-dimmed': 'var(--norte-muted)',
  '--mantine-color-placeholder': 'var(--norte-muted)',
  '--mantine-color-error': 'var(--norte-error)',
  '--mantine-color-default': 'var(--norte-field)',
  '--mantine-color-default-hover': 'var(--norte-hover)',
  '--mantine-color-default-color': 'var(--norte-text)',
  '--mantine-color-default-border': 'var(--norte-field-line)',
  '--mantine-color-disabled': 'var(--norte-neutral-soft)',
  '--mantine-color-disabled-color': 'var(--norte-muted)',
  '--mantine-color-disabled-border': 'var(--norte-line)',
}

/** Maps the kit's variables to theme.css; contrast is set here once for every component. */
export const variables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
