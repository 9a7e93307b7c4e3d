import type { mercurial as english } from '../catalogue/mercurial.ts';
import { itSays, type Sentences } from './sentences.ts';

export const mercurial: Sentences<typeof english> = {
  'mercurial.bundle_partial': (p) =>
    `Das Bundle ${p.url} enthält nur einen Teil einer Geschichte, der auf Changesets aufbaut, die nicht darin sind. Erstellen Sie es neu mit „hg bundle --all“, oder geben Sie die Adresse des Repositorys an.`,
  'mercurial.bundle_stream': (p) =>
    `Das Bundle ${p.url} enthält die Dateien eines Repositorys, wie sie auf einem Server liegen (ein Stream-Bundle), nicht seine Changesets. Legen Sie es in ein leeres Repository: „hg init <Ordner>“, dann „hg -R <Ordner> unbundle <Bundle>“, oder „hg -R <Ordner> debugapplystreamclonebundle <Bundle>“, wo hg das ablehnt. Importieren Sie dann diesen Ordner.`,
  'mercurial.bundle_damaged': (p) =>
    `Das Bundle ${p.url} ist abgeschnitten oder beschädigt. Kopieren Sie es erneut von dort, wo es erstellt wurde, oder erstellen Sie es neu mit „hg bundle --all“, und starten Sie den Import erneut.`,
  'mercurial.static': (p) =>
    `Der Webserver von ${p.url} gibt die Dateien eines Mercurial-Repositorys heraus und spricht das Protokoll von Mercurial nicht. Klonen Sie es zuerst auf diesen Rechner („hg clone ${p.url}“), und importieren Sie diesen Ordner.`,
  'mercurial.not_found': (p) =>
    `Unter ${p.url} wurde kein Mercurial-Repository gefunden. Prüfen Sie die Adresse, und versuchen Sie es erneut.`,
  'mercurial.is_list': (p, work) =>
    `${p.url} ist kein Mercurial-Repository, sondern eine Liste von ${p.repositories.length + p.more}: ${p.repositories.join(', ')}${p.more > 0 ? ` und ${p.more} weitere` : ''}. Geben Sie die Adresse von einem an, oder importieren Sie alle als Liste. Dann ${work.again}.`,
  'mercurial.names_part': (p, work) =>
    `${p.url} nennt hinter dem „#“ einen Branch, ein Tag oder ein Changeset, und importiert werden nur ganze Repositorys. Geben Sie die Adresse ${p.repository} an. Dann ${work.again}.`,
  'mercurial.no_address': (p) =>
    `${p.url} ist keine Adresse eines Mercurial-Repositorys: Diese beginnen mit http://, https:// oder ssh:// oder sind Ordner. Prüfen Sie sie, und versuchen Sie es erneut.`,
  'mercurial.unknown_feature': (p, work) =>
    `Das Repository unter ${p.url} verwendet etwas, das das Mercurial dieses Rechners nicht kennt${p.features ? ` (${p.features})` : ''}. Installieren Sie ein neueres Mercurial, und ${work.again}.`,
  'mercurial.share_gone': (p, work) =>
    `Das Repository unter ${p.url} hat keine eigene Geschichte: Es teilt die eines anderen (hg share), das nicht mehr unter ${p.folder} liegt. Legen Sie dieses wieder dorthin, oder geben Sie die Adresse an, unter der es jetzt liegt. Dann ${work.again}.`,
  'mercurial.no_file': (p, work) =>
    `${p.path} ist keine Datei oder länger, als Mercurial sie schreibt: An ihrer Stelle liegt vielleicht eine Pipe, ein Gerät oder ein Link darauf. Nichts davon wurde gelesen. Kopieren Sie das Repository erneut von dort, woher es kommt. Dann ${work.again}.`,
  'mercurial.answer_too_large': (p, work) =>
    `Der Server von ${p.url} sendet mehr, als Mercurial hier halten darf: eine Antwort ohne Ende, oder eine Revision, die größer ist, als dieser Rechner zusammensetzen kann. Prüfen Sie die Adresse; stimmt sie, fragen Sie den Betreiber des Servers. Dann ${work.again}.`,
  'mercurial.clone_of_part': (p, work) =>
    `Das Repository unter ${p.url} ist nur der Klon eines Teils: einiger Ordner (narrow) oder ohne das, was Dateien früher enthielten (remotefilelog). Geben Sie die Adresse des Repositorys an, aus dem es geklont wurde. Dann ${work.again}.`,
  'mercurial.treemanifest': (p) =>
    `Das Repository unter ${p.url} führt seine Manifeste als Bäume (treemanifest), die hier nicht gelesen werden. Erstellen Sie eine Kopie mit „hg --config extensions.convert= convert <repository> <copy>“, und importieren Sie die Kopie; ihre Changesets haben andere IDs.`,
  'mercurial.refused': (p) =>
    `Der Mercurial-Server von ${p.url} hat das Repository nicht gesendet.${itSays(p.said)} Prüfen Sie die Adresse und Ihre Rechte dort, und versuchen Sie es erneut.`,
  'mercurial.unreadable': (p) =>
    `Mercurial konnte ${p.url} nicht lesen. Seine Meldung steht im Protokoll; prüfen Sie, ob „hg verify“ in der Quelle keinen Fehler findet.`,
  'mercurial.unusable': (p, work) =>
    `Was Mercurial von ${p.url} gesendet hat, war nicht verwendbar: ${work.say(p.what)}. Prüfen Sie die Quelle mit „hg verify“. Dann ${work.again}.`,
};
