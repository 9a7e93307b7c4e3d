import type { exports as english } from '../catalogue/exports.ts';
import type { Sentences } from './sentences.ts';

export const exports: Sentences<typeof english> = {
  'export.file_changed': (p, work) => `${p.path} hat sich beim Lesen geändert. ${work.Again}.`,
  'export.not_written_down': (p) =>
    `Das Archiv ist fertig. Der Datenträger mit ${p.path} kann das gerade nicht festhalten: Schaffen Sie Platz, oder prüfen Sie den Datenträger. Erneut exportiert werden muss nichts.`,
  'export.not_locked': () =>
    'Die Repositorys konnten nicht gesperrt werden, deshalb wurde die Migration nicht gestartet. Prüfen Sie die Rechte des Datenordners.',
  'export.repository_unreadable': (p, work) =>
    `Das Repository unter ${p.path} konnte nicht gelesen werden. Prüfen Sie es mit „git fsck“. Dann ${work.again}.`,
  'export.folder_missing': (p, work) =>
    `Der Ordner von ${p.repository} fehlt: ${p.path}. Starten Sie Gantry neu, das dort ein leeres Repository anlegt, oder stellen Sie den Ordner zurück. Dann ${work.again}.`,
  'export.repository_damaged': (p, work) =>
    `Das Repository ${p.repository} ist beschädigt: ${work.say(p.damage)}. Nichts wurde exportiert. Starten Sie Gantry neu, oder starten Sie seinen Import erneut: Was ein Import schrieb, wird neu geschrieben; was jemand gepusht hat, holen Sie aus einer Kopie zurück. Dann ${work.again}.`,
  'export.large_file_damaged': (p, work) =>
    `Der Inhalt einer großen Datei des Repositorys ${p.repository} ist beschädigt: ${p.name} ist nicht, was ihr Name sagt. Nichts wurde exportiert. Starten Sie seinen Import erneut, der neu schreibt, was er schrieb; was jemand gepusht hat, holen Sie aus einer Kopie zurück. Dann ${work.again}.`,
  'export.objects_missing': (p, work) =>
    `Dem Repository ${p.repository} fehlen Objekte. Prüfen Sie es mit „git fsck“. Dann ${work.again}.`,
  'export.objects_unreadable': (p, work) =>
    `Objekte des Repositorys ${p.repository} sind nicht lesbar. Prüfen Sie es mit „git fsck“. Dann ${work.again}.`,
  'export.repository_removed': (p) =>
    `Das Repository ${p.repository} wurde entfernt, bevor es exportiert war. Starten Sie eine neue Migration ohne es.`,
  'export.refs_never_quiet': (p, work) =>
    `Jemand ändert ohne Pause Branches von ${p.path}. Beenden Sie das, oder sperren Sie die Repositorys, und ${work.again}.`,
  'export.archive_cut': (p) =>
    `Das Archiv ${p.path} hat ${p.size} der ${p.written} Bytes, die geschrieben wurden. Es liegt jetzt im Ordner „damaged“ des Datenordners. Prüfen Sie den Datenträger. Wiederholen Sie die Migration; sie exportiert ihre Repositorys, wie sie jetzt sind.`,
  'export.archive_changed': (p) =>
    `Das Archiv ${p.path} ist nicht, was geschrieben wurde: Seine Prüfsumme ist eine andere. Es liegt jetzt im Ordner „damaged“ des Datenordners. Prüfen Sie den Datenträger. Wiederholen Sie die Migration; sie exportiert ihre Repositorys, wie sie jetzt sind.`,
  'archive.not_saved': (p) => notSaved(p.target, p.code),
};

function notSaved(target: string, code: string): string {
  switch (code) {
    case 'ENOSPC':
      return `Der Datenträger von ${target} ist voll. Wählen Sie einen anderen Ordner, oder schaffen Sie Platz.`;
    case 'EACCES':
    case 'EPERM':
      return `${target} darf nicht geschrieben werden. Wählen Sie einen anderen Ordner.`;
    case 'EROFS':
      return `${target} liegt auf einem schreibgeschützten Datenträger. Wählen Sie einen anderen Ordner.`;
    case 'ENOENT':
      return 'Das Archiv oder der Ordner ist nicht mehr da. Sehen Sie sich die Migration noch einmal an.';
    default:
      return `Das Archiv konnte unter ${target} nicht gespeichert werden (${code}). Wählen Sie einen anderen Ordner.`;
  }
}
