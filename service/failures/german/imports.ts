import { whenAsked } from '../../../language/when-asked.ts';
import type { imports as english } from '../catalogue/imports.ts';
import type { Sentences } from './sentences.ts';

const kinds = whenAsked(() => new Intl.ListFormat('de', { type: 'disjunction' }));

export const imports: Sentences<typeof english> = {
  'import.refs_not_written': (_p, work) =>
    `Die Refs konnten nicht ins Repository geschrieben werden. ${work.Again}; Einzelheiten stehen im Protokoll.`,
  'import.not_finished': (_p, work) =>
    `Das Repository konnte nicht fertiggestellt werden. ${work.Again}; Einzelheiten stehen im Protokoll.`,
  'import.repository_lost': (_p, work) =>
    `Der Ordner des Repositorys fehlte, als Gantry startete: Was dieser Import veröffentlicht hat, ist verloren, und ein leeres Repository ist an seiner Stelle. ${work.Again}, oder stellen Sie den Ordner zurück, während Gantry geschlossen ist.`,
  'import.repository_damaged': (p, work) =>
    `Beim Start von Gantry war das Repository beschädigt: ${work.say(p.damage)}. Was dieser Import veröffentlicht hat, ist nicht alles lesbar. ${work.Again}; was seither gepusht wurde, muss noch einmal gepusht werden.`,
  'import.fetched_damaged': (p, work) =>
    `Die Datei ${p.file} des Abgerufenen ist beschädigt. ${work.Again}: Dann wird alles noch einmal abgerufen.`,
  'import.removed': () => 'Der Import wurde entfernt.',
  'import.source_unknown': () =>
    'Die Art der Quelle ist nicht bekannt. Brechen Sie den Import ab, und starten Sie ihn erneut.',
  'source.empty': (_p, work) =>
    work.operation === 'import'
      ? 'Das importierte Repository ist leer.'
      : 'Dieses Repository ist leer: Nie wurde etwas darin festgehalten. Machen Sie dort einen Commit, oder geben Sie eine andere Adresse an.',
  'repository.not_read_back': (_p, work) =>
    `Das veröffentlichte Repository konnte nicht zurückgelesen werden. ${work.Again}; Einzelheiten stehen im Protokoll.`,
  'import.nothing_fetched': (_p, work) => `Es gibt noch nichts zuzuordnen. ${work.Again}.`,
  'import.raw_history_not_stored': (_p, work) =>
    `Die rohe Geschichte konnte nicht im Zwischenrepository gespeichert werden. ${work.Again}; Einzelheiten stehen im Protokoll.`,
  'import.files_not_listed': (_p, work) =>
    `Die Dateien konnten für die Prüfung nicht aufgelistet werden. ${work.Again}; Einzelheiten stehen im Protokoll.`,
  'import.nothing_mapped': (_p, work) =>
    `Die Zuordnung hat nichts übrig gelassen, womit sich vergleichen ließe. ${work.Again}.`,
  'import.no_list_of_made': () =>
    'Importiert hat es eine frühere Version von Gantry, die keine Liste dessen führte, was aus jeder Revision wurde. Einzeln lässt sich daher nichts vergleichen. Starten Sie den Import neu, und vergleichen Sie dann.',
  'import.nothing_found': (p, work) =>
    `Unter ${p.url} wurde kein Repository gefunden, das sich importieren lässt. Prüfen Sie die Adresse, und ${work.again}.`,
  'import.no_such_repository': (p, work) =>
    `Unter ${p.url} wurde kein Repository von ${kinds().format(p.systems)} gefunden. Prüfen Sie die Adresse, und ${work.again}.`,
  'import.other_system': (p, work) =>
    `Unter ${p.url} wurde kein Repository von ${p.named} gefunden: Was dort liegt, ist eines von ${p.system}. Geben Sie ${p.vcs} als System (vcs) an, oder keines, damit Gantry das herausfindet. Dann ${work.again}.`,
  'import.nothing_left_out': (p, work) =>
    `Das gewählte Layout lässt ${p.folders.join(', ')} aus, doch aus einer Quelle von ${p.system} lässt sich kein Ordner auslassen. Es wurde nichts importiert. Wählen Sie ein Layout mit leerem left_out, und ${work.again}.`,
  'import.page': (p, work) =>
    `Unter ${p.url} ist kein Repository; das sieht nach der Adresse einer Seite aus. Unter ${p.repository} ist eines: Wenn es gemeint ist, geben Sie diese Adresse an. Dann ${work.again}.`,
  'import.destination_not_empty': (p) =>
    `Das Ziel ist nicht leer: Es enthält ${p.refs === 1 ? 'den Ref' : `${p.refs} Refs, darunter`} ${p.ref}. Importieren Sie in ein neues Repository, oder entfernen Sie zuerst, was in diesem ist.`,
  'import.somebody_pushed': (p) =>
    `Jemand hat seit dem Import nach ${p.ref} gepusht (${p.commit}), und das ginge verloren. Importieren Sie in ein neues Repository, oder verschieben Sie diesen Ref zuerst. Nichts wurde geändert.`,
  'import.cut_off': (p) =>
    `Gantry wurde geschlossen, während dieser Import lief, und sein Passwort wird nicht aufbewahrt. Geben Sie Benutzernamen und Passwort für ${p.url} erneut ein, damit es weitergeht.`,
  'import.login_refused_before': (p) =>
    `${p.host} hat diese Anmeldung gerade eben abgelehnt. Für diesen Import wurde sie nicht noch einmal versucht, weil Server ein Konto nach zu vielen Versuchen sperren. Geben Sie das richtige Passwort an; oder warten Sie eine Minute und versuchen Sie es erneut, wenn der Server diese Anmeldung jetzt annimmt.`,
  'import.asks_for_login': () =>
    'Die Quelle verlangt Benutzernamen und Passwort. Geben Sie sie ein, damit es weitergeht.',
  'import.several_projects': () => 'Es wurden mehrere Projekte gefunden. Wählen Sie eines.',
  'import.authors_unknown': () =>
    'Autoren haben keine Adresse, und das Personenbuch kennt sie nicht. Öffnen Sie den Import, sagen Sie, wer sie sind, und veröffentlichen Sie ihn.',
  'import.waits_for_release': () =>
    'Was abgerufen wurde, ist noch nicht veröffentlicht. Öffnen Sie den Import, prüfen Sie Branches und Autoren, und veröffentlichen Sie ihn.',
  'import.was_cancelled': () => 'Der Import wurde abgebrochen.',
  'source.redirected': (p, work) =>
    `${work.sentenceOf(p.failure)} Der Server hat Gantry nach ${p.target} weitergeleitet: Verwenden Sie diese Adresse, mit Zugangsdaten dafür, wo sie danach fragt.`,
  'import.running': (p) =>
    `Ein Import in ${p.repository} läuft. Brechen Sie ihn zuerst ab, oder warten Sie sein Ende ab.`,
};
