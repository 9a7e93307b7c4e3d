/** Begins the page. Its modules have texts as soon as they are evaluated, so the language is there before the first of them. */
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './typefaces.css';
import './window.css';
import { Messages } from '../language/messages.ts';
import { speak } from './language/text.ts';

if (document.documentElement.lang === 'de') {
  const { german } = await import('./language/de/index.ts');
  speak(new Messages('de', german));
}
const { showPage } = await import('./page.tsx');
showPage();
