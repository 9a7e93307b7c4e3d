import type { RefusalReason, Refusals } from '../../vocabulary/push-refusal.ts';
import type { push as english } from '../catalogue/push.ts';
import { isStatus, SIZE_LIMITS } from '../catalogue/size-limits.ts';
import { itSays, type Sentences } from './sentences.ts';

export const push: Sentences<typeof english> = {
  'push.nothing_to_push': () =>
    'Das Repository hat keine Branches und Tags zum Pushen. Importieren Sie zuerst etwas hinein.',
  'push.other_history': () =>
    'Nichts wurde gepusht: Das Remote hat unter dem Namen jedes Branches und Tags eine andere Geschichte. Pushen Sie in ein leeres Repository, oder überschreiben Sie sie.',
  'push.too_large': (p) =>
    `Das Remote nimmt keinen so großen Push an.${itSays(p.said)} ${raise(p.said)}, und pushen Sie erneut.`,
  'push.commit_too_large': (p) =>
    `Das Remote nimmt keinen Push an, der so groß ist wie Commit ${p.commit.slice(0, 12)} allein (etwa ${Math.max(1, Math.round(p.size / 1_048_576))} MB), und der lässt sich nicht teilen.${itSays(p.said)} Was älter ist, kam an. ${raise(p.said)}, oder wählen Sie im Bericht für große Dateien Git LFS oder Weglassen, und pushen Sie erneut.`,
  'push.too_many_refs': (p) =>
    `Das Remote nimmt keinen Push mit mehr als ${p.most} Branches und Tags an.${itSays(p.said)} Lassen Sie diese Regel dort für die Dauer des Pushs ändern, und pushen Sie erneut.`,
  'push.pieces_left': (p) =>
    `Alles kam an, doch das Remote behält Branches, die unterwegs Teile hielten (${p.refs.join(', ')}). Löschen Sie dort die, deren Namen mit gantry-piece beginnen.`,
  'push.remote_disk_full': () =>
    'Der Datenträger des Remotes ist voll. Schaffen Sie dort Platz, oder fragen Sie den Betreiber, und pushen Sie erneut.',
  'push.refs_refused': (p) =>
    `${refusal(p)} ${toDo(p, 'Ändern Sie dort die Regeln oder Ihre Rechte, und pushen Sie erneut.')}`,
  'push.refs_refused_others_arrived': (p) =>
    `${refusal(p)} Alles andere ist angekommen. ${p.meanwhile ? 'Inzwischen hat jemand gepusht: Sehen Sie dort nach, und pushen Sie erneut.' : toDo(p, 'Ändern Sie die Regeln, und pushen Sie erneut, oder lassen Sie diese Refs weg.')}`,
  'push.not_kept': (p) =>
    `Das Remote hat ${p.refs.join(', ')}${p.more > 0 ? ` und ${p.more} weitere` : ''} angenommen, zeigt dort jetzt aber nicht, was gepusht wurde. Ein Hook oder Spiegel dort nimmt es zurück, das Remote verbirgt diese Namen, oder jemand hat inzwischen gepusht. Sehen Sie dort nach, und pushen Sie erneut.`,
  'push.remote_changed': () =>
    'Das Remote hat sich geändert, seit Sie gefragt wurden, was daraus werden soll. Sagen Sie es noch einmal für das, was es jetzt enthält.',
  'push.other_history_somewhere': () =>
    'Das Remote hat unter einigen der gleichen Namen eine andere Geschichte. Sagen Sie, was daraus werden soll.',
  'push.not_empty': () =>
    'Das Remote ist nicht leer. Nichts davon würde überschrieben. Sagen Sie, ob gepusht werden soll.',
  'push.right_gone': (p) =>
    `Wer diesen Push verlangt hat, darf ${p.repository} nicht mehr dorthin pushen; deshalb wird nichts mehr davon gesendet. Wer es darf, kann erneut pushen.`,
  'push.login_refused_before': (p) =>
    `${p.host} hat diese Anmeldung bei einem anderen Push abgelehnt. Für diesen wurde sie nicht versucht, weil Server ein Konto nach zu vielen Versuchen sperren. Pushen Sie erneut mit dem richtigen Passwort; oder unverändert, wenn der Server diese Anmeldung jetzt annimmt.`,
  'push.withheld': (p, work) =>
    `Es wurde nicht von selbst gepusht: ${[
      ...(p.differing === 0
        ? []
        : [
            p.differing === 1
              ? 'Eine Prüfung gegen die Quelle weicht ab'
              : `${p.differing} Prüfungen gegen die Quelle weichen ab`,
          ]),
      ...(p.lost === 0
        ? []
        : [
            `${p.lost === 1 ? 'Eine Revision der Quelle fehlt' : `${p.lost} Revisionen der Quelle fehlen`} im Repository`,
          ]),
    ].join(
      '. ',
    )}. Lesen Sie den Bericht, und beheben Sie, was er nennt; ${work.again}, um das Repository zu senden, wie es ist.`,
  'push.cut_off': () =>
    'Gantry wurde geschlossen, während dieser Push lief. Pushen Sie erneut: Was schon gesendet wurde, wird nicht zweimal gesendet.',
  'push.not_written_down': (p) =>
    `Alles ist beim Remote angekommen. Der Datenträger mit ${p.path} kann das gerade nicht festhalten: Schaffen Sie Platz, oder prüfen Sie den Datenträger. Erneut gepusht werden muss nichts.`,
  'push.contents_absent': (p) =>
    `Was gepusht wurde, ist angekommen. Aber die Inhalte von ${p.count === 1 ? 'einer großen Datei' : `${p.count} großen Dateien`}, die die Geschichte nennt, sind nicht hier, und das Remote gibt sie nicht heraus; Klone davon werden ohne sie sein: ${p.paths.join(', ')}${p.more > 0 ? ` und ${p.more} weitere` : ''}. Pushen Sie sie mit „git lfs push --all“ aus einem Klon dorthin, der sie hat.`,
  'push.password_not_remembered': () =>
    'Der Schlüsselbund hat das Passwort nicht angenommen, deshalb wird es nicht gemerkt.',
};

const TO_DO: Readonly<Record<RefusalReason, string>> = {
  large_files:
    'Wählen Sie für diese Dateien im Bericht des Imports Git LFS oder Weglassen, oder lassen Sie dort die Grenze anheben, und pushen Sie erneut.',
  secrets:
    'Passwörter und Schlüssel, die das Remote nennt, stehen in der Geschichte: Machen Sie sie dort ungültig, wo sie gelten. Lassen Sie sie dann im Remote zu, oder lassen Sie diesen Schutz für die Dauer des Pushs abschalten, und pushen Sie erneut.',
  lfs: 'Inhalte, die die Geschichte in Git LFS hält, fehlen dort. Pushen Sie sie mit „git lfs push --all“ aus einem Klon dorthin, der sie hat, und pushen Sie erneut.',
  room: 'Lassen Sie dort den Platz des Repositorys vergrößern, oder wählen Sie für große Dateien im Bericht des Imports Git LFS oder Weglassen, und pushen Sie erneut.',
  objects:
    'Seine Prüfung von Objekten bemängelt alte, die der Bericht des Imports zählt; sie kamen, wie sie waren. Lassen Sie diese Prüfung dort für die Dauer des Pushs abschalten (git: receive.fsckObjects), oder bitten Sie den Host um eine Ausnahme, und pushen Sie erneut.',
  workflows:
    'Geben Sie dem Token auch das Recht, Workflows zu ändern (GitHub nennt es den Scope „workflow“ oder die Berechtigung „Workflows“), oder pushen Sie über SSH, und pushen Sie erneut.',
  signatures:
    'Was importiert wurde, hat niemand signiert. Lassen Sie diese Regel dort für die Dauer des Pushs abschalten, und pushen Sie erneut.',
  people:
    'Ordnen Sie diesen Autoren im Import Adressen zu, die das Remote annimmt, oder lassen Sie diese Regel dort für die Dauer des Pushs abschalten, und pushen Sie erneut.',
  messages:
    'Alte Commits behalten ihre Nachrichten: Lassen Sie diese Regel dort für die Dauer des Pushs abschalten, und pushen Sie erneut.',
  names:
    'Lassen Sie diese Regel dort für die Dauer des Pushs ändern und pushen Sie erneut, oder lassen Sie diese Refs weg.',
  protected:
    'Lassen Sie dort den Schutz für die Dauer des Pushs aufheben oder sich ein Recht geben, das ihn umgeht, und pushen Sie erneut.',
  overwriting:
    'Seine Einstellungen verbieten, Geschichte zu überschreiben: Lassen Sie das dort für die Dauer des Pushs erlauben (Git: receive.denyNonFastForwards) und pushen Sie erneut, oder lassen Sie diese Refs weg.',
};

/** What a person can do about rules that are known. */
function toDo({ reason }: Refusals, otherwise: string): string {
  // What another version stored may have none, or one that is not known here.
  const known: Readonly<Record<string, string | undefined>> = TO_DO;
  return known[reason ?? ''] ?? otherwise;
}

function refusal({ refs, more, said }: Refusals): string {
  return `Das Remote hat ${refs.join(', ')}${more > 0 ? ` und ${more} weitere` : ''} abgelehnt.${itSays(said.join(' '))}`;
}

function raise(said: string): string {
  return isStatus(said)
    ? `Pushen Sie zu einer Adresse von ssh, die keine solche Grenze hat, oder lassen Sie die Grenze im Server oder einem Proxy davor anheben (${SIZE_LIMITS})`
    : 'Lassen Sie die Grenze dort anheben';
}
