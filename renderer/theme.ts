import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { HINT_MS } from './components/hinted.tsx';
import { t } from './language/text.ts';

/**
 * Compact and calm: Inter at desktop sizes with JetBrains Mono for what machines say, both bundled; small radii, no pointer
 * cursors. Distances are steps of one scale (8, 12, 16, 24, 32 pixels; `window.css` has the denser one), text of another.
 */
export const theme = createTheme({
  primaryColor: 'blue',
  // Shades with which white text on a filled control meets WCAG AA.
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  // The system's own has what these have not: scripts beside Latin, Greek and Cyrillic.
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  fontWeights: { medium: '500' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.45' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  defaultRadius: 'sm',
  cursorType: 'default',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    PasswordInput: {
      // Mantine's own words are English ones.
      defaultProps: { size: 'xs', visibilityToggleButtonProps: { 'aria-label': t('Show the password') } },
    },
    Autocomplete: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    TagsInput: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { size: 'sm' } },
    Alert: { defaultProps: { p: 'sm' } },
    Tooltip: {
      defaultProps: { openDelay: HINT_MS, withinPortal: true, multiline: true, maw: 520 },
      // A name of a hundred characters may be one word.
      styles: { tooltip: { overflowWrap: 'anywhere' } },
    },
    // Within the page, and with its entries alone: what has the role of a menu holds nothing else.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 100 } } },
    // In a dialog it is no banner of the page, of which two dialogs would make two.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('Close') } } },
  },
});

/** Colours that Mantine's defaults leave below AA contrast, and the surfaces of the window. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a626a',
    '--mantine-color-placeholder': '#6b737b',
    '--mantine-color-error': '#c02b2b',
    '--gantry-surface': '#f6f7f8',
    '--gantry-line': '#dfe2e6',
    '--gantry-hover': '#eef1f4',
    '--gantry-selected': '#e3eefb',
    '--gantry-good': '#1a7a35',
    '--gantry-bad': '#c02b2b',
    '--gantry-attention': '#8f5600',
    '--gantry-busy': '#1864ab',
  },
  dark: {
    '--mantine-color-body': '#1c1d1f',
    '--mantine-color-text': '#d9dbde',
    '--mantine-color-dimmed': '#a3a9b0',
    '--mantine-color-placeholder': '#949ba3',
    '--mantine-color-error': '#ff8787',
    '--gantry-surface': '#232527',
    '--gantry-line': '#36393d',
    '--gantry-hover': '#2a2d30',
    '--gantry-selected': '#21344a',
    '--gantry-good': '#69db7c',
    '--gantry-bad': '#ff8787',
    '--gantry-attention': '#ffc078',
    '--gantry-busy': '#74c0fc',
  },
});
