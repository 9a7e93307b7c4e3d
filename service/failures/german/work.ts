import type { work as english } from '../catalogue/work.ts';
import { itSays, type Sentences } from './sentences.ts';

export const work: Sentences<typeof english> = {
  'work.cancelled': (_p, work) => `${work.the} wurde abgebrochen.`,
  'work.stopped': (_p, work) => `${work.stopped}. ${work.Again}; Einzelheiten stehen im Protokoll.`,
  'work.part_stopped': (_p, work) =>
    `${work.the}: Ein Teil davon blieb unerwartet stehen. ${work.Again}; Einzelheiten stehen im Protokoll.`,
  'work.out_of_memory': (_p, work) =>
    work.operation === 'inspection' || work.operation === 'restore'
      ? `${work.the} hat mehr Arbeitsspeicher gebraucht als erlaubt. Das Archiv ist vielleicht beschädigt: Laden oder erstellen Sie es erneut. Dann ${work.again}.`
      : `${work.the} hat mehr Arbeitsspeicher gebraucht als erlaubt. Schließen Sie andere Programme. Dann ${work.again}.`,
  'work.too_many_files': (_p, work) =>
    `${work.the} hat mehr gleichzeitig geöffnete Dateien gebraucht, als dieses System Gantry erlaubt. Erlauben Sie 1.024 oder mehr (ulimit -n in der Shell, LimitNOFILE in der Unit von systemd), und starten Sie Gantry neu. Dann ${work.again}.`,
  'work.too_many_programs': (_p, work) =>
    `${work.the} hat ein weiteres Programm oder einen weiteren Thread gebraucht, und dieses System lässt Gantry keines mehr starten. Erlauben Sie mehr (ulimit -u in der Shell, TasksMax in der Unit von systemd, das Limit des Containers), oder lassen Sie andere Arbeit enden. Dann ${work.again}.`,
  'disk.full': (_p, work) =>
    `Der Datenträger ist voll. Schaffen Sie Platz, oder ziehen Sie mit dem Datenordner auf einen größeren um, und ${work.again}.${work.kept}`,
  'disk.full_waits': (_p, work) =>
    `Der Datenträger ist voll. Schaffen Sie Platz: Dann geht ${work.name} von selbst weiter. Oder ziehen Sie mit dem Datenordner auf einen größeren um, und ${work.again}.`,
  'disk.no_more_files': (_p, work) =>
    `Der Datenträger des Datenordners nimmt keine Dateien mehr auf, wie viel Platz er auch hat: Seine Inodes sind aufgebraucht („df -i“ zeigt sie). Löschen Sie dort Dateien, die niemand braucht, oder ziehen Sie mit dem Datenordner auf einen anderen um, und ${work.again}.${work.kept}`,
  'disk.no_more_files_waits': (_p, work) =>
    `Der Datenträger des Datenordners nimmt keine Dateien mehr auf, wie viel Platz er auch hat: Seine Inodes sind aufgebraucht („df -i“ zeigt sie). Löschen Sie dort Dateien, die niemand braucht: Dann geht ${work.name} von selbst weiter. Oder ziehen Sie mit dem Datenordner auf einen anderen um, und ${work.again}.`,
  'disk.file_too_large': (_p, work) =>
    `${work.the} braucht eine Datei, die größer ist, als der Datenträger des Datenordners sie aufnimmt (FAT32: 4 GB) oder als dieses System Gantry schreiben lässt (ulimit -f in der Shell, LimitFSIZE in der Unit von systemd). Ziehen Sie mit dem Datenordner auf einen Datenträger mit einem anderen Dateisystem um, etwa ext4, NTFS oder exFAT, oder heben Sie diese Grenze an, und ${work.again}.${work.kept}`,
  'disk.broken': (p, work) =>
    `${diskOf(p.path)} meldet Fehler: Er kann nicht gelesen oder geschrieben werden. Prüfen Sie ihn und seinen Anschluss. Dann ${work.again}.${work.kept}`,
  'disk.read_only': (p, work) =>
    `${diskOf(p.path)} kann nur gelesen werden, wie Systeme einen Datenträger schließen, der Fehler meldet. Prüfen Sie ihn, und lassen Sie Schreiben wieder zu. Dann ${work.again}.${work.kept}`,
  'disk.taken_away': (p, work) =>
    `Der Datenordner ${p.path} ist nicht mehr da: Sein Datenträger wurde entfernt oder ausgehängt, während Gantry arbeitete, oder der Ordner wurde verschoben. Beenden Sie Gantry, schließen Sie den Datenträger an oder legen Sie den Ordner zurück, und starten Sie Gantry erneut. Dann ${work.again}.`,
  'file.refused': (p, work) =>
    `${p.path ?? 'Eine Datei des Datenordners'} kann nicht gelesen oder geschrieben werden. Prüfen Sie die Rechte des Datenordners. Dann ${work.again}.`,
  'file.missing': (p, work) => `${p.path} fehlt. Stellen Sie es zurück. Dann ${work.again}.`,
  'repository.locked': (p, work) =>
    `Das Repository ${p.repository} ist durch Migration ${p.migration} von ${p.owner} gesperrt, damit sich darin nichts ändert. Entsperren Sie es auf der Seite dieser Migration oder mit DELETE ${p.unlock}.${work.operation === 'work' || work.operation === 'request' ? '' : ` Dann ${work.again}.`}`,
  'credentials.login_needed': (p) =>
    `${p.url} verlangt Benutzernamen und Passwort. Geben Sie sie ein, damit es weitergeht.`,
  'credentials.sign_in_page': (p) =>
    `${p.url} führt zu ${p.page}, einer Seite, auf der sich Menschen mit dem Browser anmelden, und fragt nicht nach Benutzernamen und Passwort: Was Sie eingeben, erfährt sie nicht. Verwenden Sie die Adresse, die der Server zum Klonen oder Auschecken anzeigt, mit einem Token, wo er eines verlangt, oder eine über SSH; fragen Sie den Betreiber des Servers, wo es keine gibt.`,
  'credentials.ticket_needed': (p) =>
    `${p.url} nimmt kein Passwort an, sondern nur ein Kerberos-Ticket (Negotiate). Holen Sie eines mit „kinit“ in einem Terminal, starten Sie Gantry von dort, und versuchen Sie es ohne Benutzernamen erneut: Git und Subversion zeigen es vor. Für Mercurial oder ohne Ticket nehmen Sie eine Adresse, die ein Passwort oder einen SSH-Schlüssel annimmt.`,
  'credentials.windows_only': (p) =>
    `${p.url} nimmt nur Windows-Konten an (NTLM), und ${p.system} kann sich so nicht mit Benutzername und Passwort anmelden: Dorthin wurde keines gesagt. ${p.tickets && p.system === 'Subversion' ? 'Holen Sie mit „kinit“ in einem Terminal ein Kerberos-Ticket, starten Sie Gantry von dort, und versuchen Sie es ohne Benutzernamen erneut; oder lassen' : 'Lassen'} Sie dort die Anmeldung mit Basic über https zu; oder nehmen Sie eine Adresse über SSH oder eine Kopie des Repositorys.`,
  'credentials.not_allowed': (p, work) =>
    `Der Server von ${p.url} erlaubt das dieser Anmeldung nicht (HTTP 403).${itSays(p.said)} Lassen Sie das dort ändern und ${work.again}, oder geben Sie eine andere Anmeldung ein.`,
  'credentials.login_refused': (p) =>
    `${p.url} hat Benutzernamen oder Passwort abgelehnt. Prüfen Sie beide, und geben Sie sie erneut ein.`,
  'failure.earlier_sentence': (p) => p.sentence,
  'failure.unknown': (p) =>
    `Etwas ist schiefgegangen, wofür diese Version von Gantry keine Worte hat (${p.key}). Einzelheiten stehen im Protokoll.`,
};

function diskOf(path: string | null): string {
  return path === null ? 'Der Datenträger des Datenordners' : `Der Datenträger mit ${path}`;
}
