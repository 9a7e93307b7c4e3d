import type { archives as english } from '../catalogue/archives.ts';
import type { Sentences } from './sentences.ts';

const NOTHING = 'Aus dem Archiv wurde nichts übernommen; besorgen Sie sich ein anderes von dort, woher es kommt.';
const AGAIN = 'Laden oder erstellen Sie das Archiv erneut.';

export const archives: Sentences<typeof english> = {
  'archive.absolute_name': (p) => `Das Archiv enthält den absoluten Namen ${p.name}. ${NOTHING}`,
  'archive.backslash': (p) =>
    `Das Archiv enthält ${p.name}, einen Namen mit Backslash, der unter Windows anderswohin führt. ${NOTHING}`,
  'archive.control_characters': (p) => `Das Archiv enthält ${p.name}, einen Namen mit Steuerzeichen. ${NOTHING}`,
  'archive.name_too_long': (p) => `Das Archiv enthält einen Namen mit mehr als ${p.bytes} Bytes, ${p.name}. ${NOTHING}`,
  'archive.leads_out': (p) => `Das Archiv enthält ${p.name}, was aus ihm hinausführt. ${NOTHING}`,
  'archive.odd_name': (p) => `Das Archiv enthält den seltsamen Namen ${p.name}. ${NOTHING}`,
  'archive.part_too_long': (p) =>
    `Das Archiv enthält ${p.name}; ein Teil davon ist länger als ${p.bytes} Bytes. ${NOTHING}`,
  'archive.twice': (p) =>
    `Das Archiv enthält ${p.name} zweimal oder einen zweiten Namen, der sich nur in Groß- und Kleinschreibung oder in der Form der Buchstaben unterscheidet. ${NOTHING}`,
  'archive.sparse': () =>
    'Das Archiv enthält eine Datei mit Lücken (sparse). Packen Sie es ohne die Option --sparse (-S) neu.',
  'archive.extended_header_unreadable': (p) =>
    `Das Archiv ist beschädigt: Ein erweiterter Header ist nicht lesbar (bei Byte ${p.offset} des entpackten Archivs). ${AGAIN}`,
  'archive.too_many_files': (p) =>
    `Das Archiv enthält mehr als ${p.most} Dateien und Ordner. Es wurde nicht gelesen; erstellen Sie mehrere mit je weniger Repositorys.`,
  'archive.nameless': () => `Das Archiv enthält eine Datei ohne Namen. ${NOTHING}`,
  'archive.no_schema': () =>
    'Das Archiv hat keine schema.json auf oberster Ebene. Es ist kein Archiv einer Migration: Geben Sie eines an, das ein Export erstellt hat (.tar.gz).',
  'archive.record_file_too_large': (p) =>
    `Die Datei ${p.path} des Archivs ist größer als ${p.most}; keine echte ist das. ${NOTHING}`,
  'archive.record_file_too_deep': (p) =>
    `Die Datei ${p.path} des Archivs ist tiefer verschachtelt als jede echte. ${NOTHING}`,
  'archive.record_file_no_json': (p) => `Die Datei ${p.path} des Archivs ist kein gültiges JSON. ${AGAIN}`,
  'archive.no_version': () =>
    'Die schema.json des Archivs nennt keine Version wie „1.0.1“. Es ist kein Archiv einer Migration: Geben Sie eines an, das ein Export erstellt hat (.tar.gz).',
  'archive.other_version': (p) =>
    `Das Archiv hat die Version ${p.version}; Gantry liest die Versionen 1.x. Erstellen Sie es neu, mit einem Werkzeug, das Version 1 schreibt.`,
  'archive.no_list': (p) => `Die Datei ${p.path} des Archivs ist keine Liste von Datensätzen. ${AGAIN}`,
  'archive.checksum_wrong': (p, work) =>
    `Das Archiv ist beschädigt: Die Prüfsumme eines Headers stimmt nicht (${work.say(p.where)}). ${AGAIN}`,
  'archive.unknown_format': (p, work) =>
    `Das Archiv hat ein altes oder unbekanntes tar-Format (${work.say(p.where)}). Packen Sie es neu, mit einem aktuellen tar (GNU tar oder bsdtar).`,
  'archive.size_unreadable': (p, work) =>
    `Das Archiv ist beschädigt: Die Größe von ${p.name} ist nicht lesbar (${work.say(p.where)}). ${AGAIN}`,
  'archive.name_not_utf8': (p) =>
    `Ein Name im Archiv ist kein UTF-8 (bei Byte ${p.offset} des entpackten Archivs). Packen Sie das Archiv neu, mit Namen in UTF-8.`,
  'archive.end_missing': () => `Das Archiv ist abgeschnitten: Sein Ende fehlt. ${AGAIN}`,
  'archive.something_follows': () => `Nach dem Ende des Archivs folgt noch etwas. ${AGAIN}`,
  'archive.extension_too_long': () =>
    'Das Archiv enthält einen Namen oder erweiterten Header mit mehr als 64 KB. Ein übliches tar hat es nicht erstellt: Packen Sie es neu, mit einem aktuellen (GNU tar oder bsdtar).',
  'archive.link': (p, work) =>
    `Das Archiv enthält ${p.name}, einen Link oder Ähnliches (${work.say(p.what)}). Archive von Migrationen enthalten nur Dateien und Ordner. ${NOTHING}`,
  'archive.neither_file_nor_folder': (p) => `Das Archiv enthält ${p.name}, weder Datei noch Ordner. ${NOTHING}`,
  'archive.folder_with_content': (p) =>
    `Das Archiv ist beschädigt: Der Ordner ${p.name} hat selbst einen Inhalt. ${AGAIN}`,
  'archive.name_for_all': () =>
    'Das Archiv gibt allen seinen Einträgen einen einzigen Namen oder eine einzige Größe. Ein übliches tar hat es nicht erstellt: Packen Sie es neu, mit einem aktuellen (GNU tar oder bsdtar).',
  'archive.header_misplaced': () =>
    `Das Archiv ist beschädigt: Ein erweiterter Header steht, wo keiner hingehört. ${AGAIN}`,
  'archive.is_folder': (p) => `${p.path} ist ein Ordner. Geben Sie den Pfad eines Archivs an (.tar.gz).`,
  'archive.is_no_file': (p) => `${p.path} ist keine Datei. Geben Sie den Pfad eines Archivs an (.tar.gz).`,
  'archive.unpacks_too_large': (p) =>
    `Entpackt wird das Archiv mehr als ${p.ratio}-mal so groß, wie es kein echtes wird. ${NOTHING}`,
  'archive.changed': (p) => `Das Archiv ${p.path} hat sich seit dem Öffnen geändert. Öffnen Sie es erneut.`,
  'archive.trailing': () => `Nach dem Ende des Archivs folgt etwas, das nicht dazugehört. ${AGAIN}`,
  'archive.cut_off': () => `Das Archiv ist abgeschnitten: Die Datei endet zu früh. ${AGAIN}`,
  'archive.damaged': () =>
    `Das Archiv ist beschädigt: Es lässt sich nicht entpacken, oder seine Prüfsumme stimmt nicht. ${AGAIN}`,
  'archive.records_would_fill_disk': () =>
    'Die Datensätze dieses Archivs würden den Datenträger füllen. Schaffen Sie Platz, und öffnen Sie es dann erneut.',
  'archive.file_gone': (p) => `Die Datei ${p.path} ist nicht mehr im Archiv. Öffnen Sie das Archiv erneut.`,
  'archive.record_too_deep': (p) => `Ein Datensatz in ${p.models} ist tiefer verschachtelt als jeder echte. ${NOTHING}`,
  'archive.not_openable': (p) =>
    `Das Archiv ${p.path} ${p.mayNot ? 'darf von diesem Konto nicht gelesen werden' : 'gibt es nicht'}. Prüfen Sie den Pfad und die Rechte.`,
  'archive.is_empty': (p) => `Das Archiv ${p.path} ist eine leere Datei. Laden oder erstellen Sie es erneut.`,
  'archive.no_gzip': (p) =>
    `${p.path} ist keine gzip-Datei. Geben Sie den Pfad des Archivs einer Migration an (.tar.gz).`,
  'archive.invalid_record': (p, work) => work.say(p.problem),
};
