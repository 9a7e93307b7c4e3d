/** The operations of the engine as the subject of a German sentence. */
import type { OperationWords } from '../operation.ts';

export const GERMAN_WORDS: OperationWords = {
  import: {
    the: 'Der Import',
    name: 'der Import',
    again: 'starten Sie den Import erneut',
    stopped: 'Der Import blieb aus einem Grund stehen, der nicht an der Quelle liegt',
    kept: '',
  },
  update: {
    the: 'Die Aktualisierung',
    name: 'die Aktualisierung',
    again: 'aktualisieren Sie das Repository erneut',
    stopped: 'Die Aktualisierung blieb aus einem Grund stehen, der nicht an der Quelle liegt',
    kept: '',
  },
  export: {
    the: 'Der Export',
    name: 'der Export',
    again: 'wiederholen Sie den Export',
    stopped: 'Der Export blieb unerwartet stehen',
    kept: ' Von diesem wurde nichts behalten.',
  },
  inspection: {
    the: 'Das Öffnen des Archivs',
    name: 'das Öffnen des Archivs',
    again: 'öffnen Sie das Archiv erneut',
    stopped: 'Das Öffnen des Archivs blieb unerwartet stehen',
    kept: ' Davon wurde nichts behalten.',
  },
  restore: {
    the: 'Die Wiederherstellung',
    name: 'die Wiederherstellung',
    again: 'starten Sie die Wiederherstellung erneut',
    stopped: 'Die Wiederherstellung blieb unerwartet stehen',
    kept: ' Davon wurde nichts behalten.',
  },
  push: {
    the: 'Der Push',
    name: 'der Push',
    again: 'pushen Sie erneut',
    stopped: 'Der Push blieb unerwartet stehen',
    kept: '',
  },
  request: {
    the: 'Die Anfrage',
    name: 'die Anfrage',
    again: 'versuchen Sie es erneut',
    stopped: 'Die Anfrage blieb unerwartet stehen',
    kept: '',
  },
  work: {
    the: 'Die Arbeit',
    name: 'die Arbeit',
    again: 'versuchen Sie es erneut',
    stopped: 'Die Arbeit blieb unerwartet stehen',
    kept: '',
  },
};
