import type { git as english } from '../catalogue/git.ts';
import { itSays, type Sentences } from './sentences.ts';

export const git: Sentences<typeof english> = {
  'git.not_made': (p) =>
    `Das Repository konnte unter ${p.path} nicht angelegt werden. Prüfen Sie, ob auf dem Datenträger Platz ist und geschrieben werden darf.`,
  'git.refs_unreadable': (p, work) =>
    `Die Refs von ${p.path} konnten nicht gelesen werden. ${work.Again}; kommt das wieder, steht im Protokoll, was git gesagt hat.`,
  'git.ref_broken': (p, work) =>
    `Das Repository unter ${p.path} ist beschädigt: ${work.say(p.damage)}. Starten Sie Gantry neu, oder starten Sie seinen Import erneut: Was ein Import schrieb, wird neu geschrieben. Dann ${work.again}.`,
  'git.refs_lost': (p, work) =>
    `Refs, die der Import von ${p.repository} geschrieben hat, sind nicht mehr da, und niemand hat sie über die Adresse gelöscht: ${p.refs.join(', ')}${p.more > 0 ? ` und ${p.more} weitere` : ''}. Starten Sie den Import erneut, der sie neu schreibt; was verschwinden soll, löschen Sie mit „git push --delete“. Dann ${work.again}.`,
  'git.not_owned': (p) =>
    `Git verweigert das: ${p.said.replace(/\.$/, '')}. Der Ordner gehört einem anderen Benutzer dieses Rechners, dessen Programme laufen würden. Bitten Sie um einen eigenen Ordner oder um die Adresse eines Servers.`,
  'git.bundle_partial': (p) =>
    `Das Bundle ${p.url} enthält nur einen Teil einer Geschichte, der auf Commits aufbaut, die nicht darin sind. Erstellen Sie es neu mit „git bundle create <file> --all“, oder geben Sie die Adresse des Repositorys an.`,
  'git.server_gave_up': (p, work) =>
    `Der Server von ${p.url} konnte nicht weiter senden: Einem Programm dort ging der Arbeitsspeicher aus, oder es wurde beendet.${itSays(p.said)} Fragen Sie den Betreiber. Dann ${work.again}.`,
  'git.server_stopped': (p, work) =>
    `Der Server von ${p.url} hat aufgehört, bevor er alles gesendet hatte.${itSays(p.said)} Fragen Sie den Betreiber. Dann ${work.again}.`,
  'git.bundle_filtered': (p) =>
    `Das Bundle ${p.url} wurde mit „--filter“ erstellt: Ihm fehlen Inhalte. Erstellen Sie es neu mit „git bundle create <file> --all“, oder geben Sie die Adresse des Repositorys an.`,
  'git.bundle_only_head': (p) =>
    `Das Bundle ${p.url} enthält eine Geschichte nur unter dem Namen HEAD, keinen Branch und kein Tag. Erstellen Sie es neu mit „git bundle create <file> --all“, oder geben Sie die Adresse des Repositorys an.`,
  'git.only_head': (p, work) =>
    `Das Repository unter ${p.url} hat eine Geschichte, zu der kein Branch und kein Tag führt: Sein HEAD ist losgelöst. Benennen Sie sie dort mit „git branch main HEAD“. Dann ${work.again}.`,
  'git.refs_hidden': (p, work) =>
    `Das Repository unter ${p.url} zeigt keine Branches und keine Tags, obwohl sein HEAD ${p.branch} ist: Sein Server verbirgt sie. Lassen Sie ihn sie zeigen (Einstellungen transfer.hideRefs und uploadpack.hideRefs von git dort), oder geben Sie Zugangsdaten an, die sie sehen dürfen. Dann ${work.again}.`,
  'git.bundle_damaged': (p) =>
    `Das Bundle ${p.url} ist abgeschnitten oder beschädigt. Kopieren Sie es erneut von dort, wo es erstellt wurde („git bundle verify“ sagt dort, ob es ganz ist), und starten Sie den Import erneut.`,
  'git.object_too_large': (p) =>
    `Das Repository unter ${p.url} enthält ein Objekt, dessen Entpacken mehr Arbeitsspeicher braucht, als git hier bekommt. Es ist vielleicht beschädigt oder in böser Absicht gemacht: Fragen Sie den Besitzer.`,
  'git.answer_too_large': (p, work) =>
    `Der Server von ${p.url} sendet mehr, als Git hier halten darf, und nichts davon ist der Inhalt eines Repositorys: eine Liste von Branches und Tags ohne Ende, oder etwas anderes, als Git verlangt hat. Prüfen Sie die Adresse; stimmt sie, fragen Sie den Betreiber des Servers. Dann ${work.again}.`,
  'git.several_symrefs': (p, work) =>
    `Der Server von ${p.url} nennt mehrere symbolische Refs, und Git ${p.version}, das dieser Rechner hat, liest sie ohne Ende immer wieder. Installieren Sie Git ${p.newer} oder neuer, oder lassen Sie den Server keinen außer HEAD nennen. Dann ${work.again}.`,
  'git.no_address': (p) =>
    `${p.url} ist keine Adresse eines Git-Repositorys: Diese beginnen mit http://, https://, ssh:// oder git:// oder sind Ordner. Prüfen Sie sie, und versuchen Sie es erneut.`,
  'git.not_found': (p) =>
    `Unter ${p.url} wurde kein Git-Repository gefunden. Prüfen Sie die Adresse, und versuchen Sie es erneut.`,
  'git.web_page': (p) =>
    `${p.url} antwortet mit einer Webseite, nicht wie ein Git-Server: vielleicht mit einer Seite über das Repository oder einer Anmeldeseite. Prüfen Sie die Adresse; die, die Git selbst verwendet, zeigen die Webseiten von Hosts unter „Clone“.`,
  'git.not_found_there': (p) =>
    `Unter ${p.url} wurde kein Git-Repository gefunden, das Sie lesen dürfen.${itSays(p.said)} Prüfen Sie die Adresse und Ihre Rechte dort, und versuchen Sie es erneut.`,
  'git.refused': (p) =>
    `Der Server von ${p.url} hat nicht getan, worum er gebeten wurde.${itSays(p.said)} Bitten Sie den Betreiber um das Recht dazu, oder verwenden Sie eine andere Adresse, und versuchen Sie es erneut.`,
  'git.login_refused': (p) =>
    `Diese Anmeldung wurde von ${p.url} abgelehnt.${itSays(p.said)} Prüfen Sie Benutzernamen und Passwort (viele Hosts nehmen an seiner Stelle ein Token), und geben Sie sie erneut ein.`,
  'git.unknown_extension': (p) =>
    `Das Repository unter ${p.url} braucht etwas, das das Git dieses Rechners nicht kennt (${p.extension}). ${
      p.extension === 'refstorage'
        ? 'Installieren Sie hier Git 2.46 oder neuer, oder führen Sie mit einem solchen Git in einer Kopie des Repositorys „git refs migrate --ref-format=files“ aus, und importieren Sie die Kopie.'
        : 'Installieren Sie hier ein neueres Git, und versuchen Sie es erneut.'
    }`,
  'git.objects_linked': (p, work) =>
    `Objekte des Repositorys unter ${p.url} liegen hinter einer Verknüpfung (${p.path}), und Git kopiert nichts aus einem Ordner, aus dem eine Verknüpfung hinausführen kann. Geben Sie den Ordner an, zu dem sie führt, oder, wenn sie von Ihnen ist, diesen Ordner als Adresse, die mit „file://“ beginnt, und ${work.again}.`,
  'git.unreadable': (p) =>
    `Git konnte ${p.url} nicht lesen. Seine Meldung steht im Protokoll; prüfen Sie, ob „git fsck“ in der Quelle keinen Fehler findet.`,
  'git.file_not_handed_out': (p, work) =>
    p.elsewhere === ''
      ? `Der Webserver von ${p.url} gibt nur Dateien heraus, und das Objekt ${p.object} der Geschichte ist nicht unter denen, die er auflistet. Lassen Sie in diesem Repository „git update-server-info“ ausführen, was nach jedem Push und jedem Neupacken nötig ist, oder es von „git http-backend“ anbieten, und ${work.again}.`
      : `Der Webserver von ${p.url} gibt nur Dateien heraus, und das Objekt ${p.object} liegt in einem anderen Repository, ${p.elsewhere}, aus dem Git nichts holt. Lassen Sie im Repository selbst „git repack -a -d“ und „git update-server-info“ ausführen, oder es von „git http-backend“ anbieten, und ${work.again}.`,
  'git.takes_no_pushes': (p) =>
    `Der Webserver von ${p.url} gibt Dateien des Repositorys heraus und nimmt keine an. Geben Sie eine Adresse an, die Pushes annimmt, etwa über SSH, oder lassen Sie das Repository dort von „git http-backend“ mit „http.receivepack“ anbieten, und pushen Sie noch einmal.`,
  'git.damaged_object': () =>
    'Git hat im Umgewandelten ein beschädigtes Objekt gefunden. Nichts wurde veröffentlicht; bitte melden Sie das mit dem Protokoll.',
  'git.commits_unreadable': (_p, work) =>
    `Die Commits des Repositorys konnten nicht gelesen werden. Führen Sie in der Quelle „git fsck“ aus. Dann ${work.again}.`,
  'git.object_too_long': (p, work) =>
    `Das Objekt ${p.object} ist ${p.size} MB lang, und in einem von mehr als ${p.most} MB ändert Gantry nichts. Es ist vielleicht in böser Absicht gemacht: Fragen Sie den Besitzer der Quelle. Oder lassen Sie Autoren, Nachrichten und große Dateien, wie sie sind, sodass Commits nicht neu geschrieben werden müssen. Dann ${work.again}.`,
  'git.commits_not_counted': (_p, work) =>
    `Die Commits konnten nicht gezählt werden. ${work.Again}; Einzelheiten stehen im Protokoll.`,
  'git.refs_not_read_for_verification': (_p, work) =>
    `Die Refs konnten für die Prüfung nicht gelesen werden. ${work.Again}.`,
  'git.objects_not_walked': (_p, work) =>
    `Git konnte nicht alles durchgehen, was Branches und Tags erreichen: Objekte fehlen oder sind beschädigt, wie in einem unvollständigen Klon. Prüfen Sie, ob „git fsck“ keinen Fehler findet. Dann ${work.again}.`,
  'git.objects_not_repacked': (_p, work) =>
    `Die Objekte, die Branches und Tags erreichen, konnten nicht gepackt werden. Prüfen Sie, ob auf dem Datenträger Platz ist. Dann ${work.again}.`,
  'git.pack_damaged': (p, work) =>
    `Die Datei ${p.pack} des Repositorys ist beschädigt: Ihre Objekte sind nicht das, was ihr Index sagt. Führen Sie im Repository „git fsck“ aus, und ersetzen Sie, was es nennt. Dann ${work.again}.`,
  'git.refs_never_quiet': (p, work) =>
    `Die Refs von ${p.path} haben sich beim Lesen immer wieder geändert. ${work.Again}, wenn niemand pusht.`,
  'git.source_commits_unreadable': (_p, work) =>
    `Die Commits der Quelle konnten nicht gelesen werden. Prüfen Sie, ob „git fsck“ dort keinen Fehler findet. Dann ${work.again}.`,
  'git.partial_clone': (_p, work) =>
    `Die Quelle ist ein unvollständiger Klon (mit „git clone --filter“ erstellt): Ihr fehlen Inhalte, die git von dort holen würde, woher sie geklont wurde. Geben Sie jene Adresse an, oder klonen Sie vollständig, und ${work.again}.`,
  'git.objects_missing': (p, work) =>
    `Der Quelle fehlen Objekte ihrer eigenen Geschichte${p.object === '' ? '' : `, darunter ${p.object}`}. Führen Sie dort „git fsck --full“ aus, holen Sie das Genannte aus einem anderen Klon oder einer Sicherung zurück, und ${work.again}.`,
  'git.refs_empty': (p, work) =>
    `Refs der Quelle benennen keinen Commit: ${p.refs.join(', ')}${p.more > 0 ? ` und ${p.more} weitere` : ''}. Ein Absturz oder ein beschädigter Datenträger hat ihre Dateien ohne ID hinterlassen. Schreiben Sie dort in jede die ID des Commits („logs/“ der Quelle nennt sie vielleicht), oder löschen Sie diese Dateien, und ${work.again}.`,
  'git.refs_of_systems': (p, work) =>
    `Dateien unter den Refs der Quelle sind keine von Git und halten es davon ab, irgendetwas zu senden: ${p.refs.join(', ')}${p.more > 0 ? ` und ${p.more} weitere` : ''}. Windows, macOS, Google Drive und andere legen solche Dateien in jeden Ordner. Von der Geschichte enthalten sie nichts: Löschen Sie sie unter „refs/“ der Quelle, und ${work.again}.`,
  'git.refs_misnamed': (p, work) =>
    `Dateien unter den Refs der Quelle haben Namen, die Git nicht nimmt, und halten es davon ab, irgendetwas zu senden. Git nennt sie bis zum Leerzeichen: ${p.refs.join(', ')}${p.more > 0 ? ` und ${p.more} weitere` : ''}. Programme, die Ordner abgleichen (Dropbox, Nextcloud und andere), legen solche Kopien an, „main (conflicted copy)“ neben „main“, wenn zwei Rechner einen Branch ändern. Geben Sie jeder solchen Datei dort einen Namen ohne Leerzeichen, damit das, was sie benennt, als eigener Branch kommt, oder löschen Sie sie, und ${work.again}.`,
  'git.refs_name_nothing': (p, work) =>
    `Der Quelle fehlt ${p.object}, das ihre Refs benennen: ${p.refs.join(', ')}${p.more > 0 ? ` und ${p.more} weitere` : ''}. Holen Sie das Objekt aus einem anderen Klon oder einer Sicherung zurück (oder das Repository, dessen Objekte sie sich mit „objects/info/alternates“ leiht, falls es verschoben wurde), oder löschen Sie mit „git update-ref -d <ref>“, was nicht zu retten ist, und ${work.again}.`,
  'git.refs_moved': (p, work) =>
    `Die Quelle hat ${p.object} angekündigt und hatte es nicht, als danach gefragt wurde: Jemand hat inzwischen einen Ref verschoben oder gelöscht, oder ihr HEAD benennt einen Commit, der fehlt. ${work.Again}; kommt die Meldung wieder, führen Sie dort „git fsck --full“ aus.`,
  'git.folder_damaged': (p) =>
    `Der Ordner ${p.folder} enthält Objekte eines Git-Repositorys, aber Git hält ihn für keines: Sein HEAD, seine config oder sein Ordner „refs“ fehlt oder ist beschädigt. Holen Sie sie aus einer Sicherung zurück (HEAD ist eine Zeile, etwa „ref: refs/heads/main“), und versuchen Sie es erneut.`,
  'git.no_file': (p, work) =>
    `${p.path} ist keine Datei: An ihrer Stelle liegt eine Pipe, ein Gerät oder ein Link dorthin, und Git würde darauf warten. Nichts davon wurde gelesen. Kopieren Sie das Repository noch einmal von dort, woher es kommt. Dann ${work.again}.`,
  'git.config_damaged': (p, work) =>
    `Git kann die Konfiguration des Repositorys unter ${p.url} nicht lesen (${p.said}), wie ein Absturz, ein Merge oder eine Hand sie hinterlässt. Berichtigen Sie dort die Datei „config“, oder setzen Sie die eines neuen Repositorys an ihre Stelle („git init“ macht eines), und ${work.again}.`,
  'git.no_answer': (p) =>
    `Der Server unter ${p.url} hat die Verbindung beendet, ohne das Repository zu senden oder zu sagen, warum. Prüfen Sie die Adresse, und ob dieses Repository gelesen werden darf; das Protokoll des Servers nennt vielleicht den Grund.`,
  'git.only_hidden_refs': (p) =>
    `Die Quelle hat keinen Branch und kein Tag, nur Refs, die weggelassen werden, wie ${p.ref}. Importieren Sie das Repository, aus dem sie stammen, oder brechen Sie diesen Import ab und beginnen Sie ihn mit den Refs, die Git-Hosts für sich behalten.`,
  'git.sha256': () =>
    'Die Quelle benennt ihre Objekte mit SHA-256; das lässt sich noch nicht importieren. Wandeln Sie sie zuerst in SHA-1 um, etwa mit „git fast-export --all | git fast-import“ in ein neues Repository.',
};
