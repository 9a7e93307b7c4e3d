import { type lfs as english, NO_ROOM } from '../catalogue/lfs.ts';
import { SIZE_LIMITS } from '../catalogue/size-limits.ts';
import { asksToWait, itSays, type Sentences } from './sentences.ts';

export const lfs: Sentences<typeof english> = {
  'lfs.source_not_asked': () => 'Nach ihnen wurde noch nicht gefragt. Starten Sie den Import neu, um sie abzurufen.',
  'lfs.source_folder_lacks': (p) =>
    `In ${p.folder} fehlen sie, oder unter ihren Namen liegt anderer Inhalt. Führen Sie in der Quelle „git lfs fetch --all“ aus, und starten Sie den Import dann neu.`,
  'lfs.source_lacks': (p) =>
    `Der Git-LFS-Server auf ${p.host} hat sie nicht. Bitten Sie jemanden, der sie hat, sie mit „git lfs push --all“ dorthin zu pushen, und starten Sie den Import dann neu.`,
  'lfs.source_damaged': (p) =>
    `${p.host} hat etwas anderes gesendet, als die Zeiger nennen. Bitten Sie den Betreiber nachzusehen, und starten Sie den Import dann neu.`,
  'lfs.source_login': (p) =>
    `Der Git-LFS-Server auf ${p.host} hat Gantry nicht hereingelassen. Starten Sie den Import neu, mit Benutzernamen und Passwort, die dort lesen dürfen.`,
  'lfs.source_not_offered': (p) =>
    `Die Quelle beantwortet unter ${p.endpoint} keine Git-LFS-Anfragen. Fragen Sie den Betreiber, wo die großen Dateien liegen, und starten Sie den Import dann neu.`,
  'lfs.source_login_elsewhere': (p) =>
    `Die .lfsconfig der Quelle nennt den Git-LFS-Server auf ${p.host}, der eine Anmeldung verlangt; die Anmeldung der Quelle ist nur für deren eigenen Server. Führen Sie „git lfs fetch --all“ in einem Klon mit allen Branches und Tags aus, und importieren Sie von diesem Klon.`,
  'lfs.source_forbidden': (p) =>
    `${p.host} gibt sie diesem Konto nicht heraus.${itSays(p.said)} Lassen Sie das dort ändern, und starten Sie den Import dann neu: Was ankam, wird nicht zweimal abgerufen.`,
  'lfs.source_refused': (p) =>
    `${p.host} hat sie nicht herausgegeben (${p.status}).${itSays(p.said)}${asksToWait(p.wait)} Starten Sie den Import neu, um noch einmal zu fragen: Was ankam, wird nicht zweimal abgerufen.`,
  'lfs.source_unreachable': (p) =>
    `Der Git-LFS-Server auf ${p.host} hat nicht geantwortet. Prüfen Sie das Netzwerk, und starten Sie den Import neu: Was ankam, wird nicht zweimal abgerufen.`,
  'lfs.source_broke_off': (p) =>
    `Die Verbindung zum Git-LFS-Server unter ${p.host} ist abgerissen. Starten Sie den Import neu: Was kam, wird nicht zweimal abgerufen.`,
  'lfs.source_without_server': () =>
    'Git LFS gibt Inhalte über HTTPS und SSH heraus und aus Repositorys dieses Rechners; diese Adresse ist nichts davon. Importieren Sie von einer solchen Adresse.',
  'lfs.forbidden': (p) =>
    `Der Git-LFS-Server auf ${p.host} lässt dieses Konto nicht schreiben.${itSays(p.said)} Ändern Sie dort seine Rechte, und pushen Sie erneut.`,
  'lfs.not_offered': (p) =>
    `Das Remote beantwortet unter ${p.endpoint} keine Git-LFS-Anfragen, und dieses Repository hat große Dateien. Schalten Sie dort Git LFS ein, oder lassen Sie große Dateien aus dem Import weg, und pushen Sie erneut.`,
  'lfs.refused': (p) =>
    `Der Git-LFS-Server auf ${p.host} hat die großen Dateien abgelehnt (${p.status}).${itSays(p.said)}${asksToWait(p.wait)} ${p.status === NO_ROOM ? 'Lassen Sie dort den Platz für große Dateien vergrößern, und pushen Sie erneut.' : 'Pushen Sie später erneut, oder fragen Sie den Betreiber.'}`,
  'lfs.content_refused': (p) =>
    `${p.host} hat eine große Datei von ${p.size} Bytes nicht angenommen (${p.status}).${itSays(p.said)}${asksToWait(p.wait)} ${mend(p.status)}: Was angekommen ist, wird nicht zweimal gesendet.`,
  'lfs.unreachable': (p) =>
    `Der Git-LFS-Server auf ${p.host} hat nicht geantwortet. Prüfen Sie das Netzwerk, und pushen Sie erneut: Was angekommen ist, wird nicht zweimal gesendet.`,
  'lfs.needs_https': () =>
    'Dieses Repository hat große Dateien, die Git LFS nur über HTTPS oder SSH sendet. Pushen Sie an die https://-Adresse des Remotes.',
  'push.no_answer': (p) =>
    `Der Server von ${p.url} hat nicht geantwortet. Prüfen Sie Adresse und Netzwerk, und pushen Sie erneut.`,
  'lfs.not_offered_over_ssh': (p) =>
    `Dieses Repository hat große Dateien, und ${p.host} sagt über SSH nicht, wohin sie gehören (git-lfs-authenticate). Schalten Sie dort Git LFS ein, oder pushen Sie an die https://-Adresse des Remotes.`,
  'lfs.not_found_afterwards': (p) =>
    `Der Git-LFS-Server auf ${p.host} hat eine große Datei von ${p.size} Bytes angenommen, findet sie danach aber nicht.${itSays(p.said)} Pushen Sie erneut; bleibt es so, fragen Sie den Betreiber des Servers.`,
  'lfs.windows_only': (p) =>
    `Der Git-LFS-Server auf ${p.host} nimmt nur Windows-Konten an (NTLM, Negotiate). Geben Sie den Benutzernamen eines solchen Kontos als DOMAIN\\name und sein Passwort ein.`,
  'lfs.tickets_only': (p) =>
    `Der Git-LFS-Server auf ${p.host} nimmt nur Kerberos-Tickets an (Negotiate). Für große Dateien kann sich Gantry so nicht anmelden. Nehmen Sie die Adresse dieses Servers über SSH, oder lassen Sie dort die Anmeldung mit NTLM oder Basic über https zu.`,
  'lfs.digest_only': (p) =>
    `Der Git-LFS-Server auf ${p.host} nimmt eine Anmeldung nur mit Digest an; so kann sich Git LFS nicht anmelden. Das Passwort wurde ihm nicht gezeigt. Lassen Sie dort Basic über https zu, oder nehmen Sie die Adresse dieses Servers über SSH.`,
  'lfs.login_refused': (p) =>
    `Der Git-LFS-Server auf ${p.host} hat Benutzernamen oder Passwort abgelehnt. Prüfen Sie beide, und geben Sie sie erneut ein.`,
  'lfs.login_needed': (p) =>
    `Der Git-LFS-Server auf ${p.host} verlangt Benutzernamen und Passwort. Geben Sie sie ein, damit es weitergeht.`,
  'lfs.object_not_answered': (p) =>
    `Der Git-LFS-Server auf ${p.host} hat nicht gesagt, ob er eine große Datei von ${p.size} Bytes annimmt. Pushen Sie erneut; bleibt es so, fragen Sie den Betreiber des Servers.`,
  'lfs.address_unusable': (p, work) =>
    `Der Git-LFS-Server auf ${p.host} nennt eine Adresse, die niemand benutzen kann: Sie ist keine von HTTP, oder sie verlangt Header, die keine sind. Bitten Sie den Betreiber nachzusehen. Dann ${work.again}.`,
  'lfs.own_damaged': (p) =>
    `Eine große Datei dieses Repositorys ist beschädigt und wurde deshalb nicht gesendet: ${p.path} ist nicht, was der Name sagt. Prüfen Sie den Datenträger, nehmen Sie die Datei aus einer Sicherung oder importieren Sie erneut, und pushen Sie erneut.`,
  'lfs.object_refused': (p) =>
    `Der Git-LFS-Server auf ${p.host} hat eine große Datei von ${p.size} Bytes abgelehnt.${itSays(p.said)} Ändern Sie dort seine Grenzen oder Ihre Rechte, und pushen Sie erneut.`,
};

/** Was sich gegen die Ablehnung eines Inhalts tun lässt, bevor der Push weitergeht. */
function mend(status: number): string {
  if (status === 413)
    return `Lassen Sie die Grenze in diesem Server oder einem Proxy davor anheben (${SIZE_LIMITS}), oder wählen Sie im Bericht des Imports für solche Dateien Weglassen, und pushen Sie erneut`;
  if (status === NO_ROOM)
    return 'Lassen Sie dort den Platz für große Dateien vergrößern, oder wählen Sie für sie im Bericht des Imports Weglassen, und pushen Sie erneut';
  if (status === 401 || status === 403) return 'Ändern Sie dort die Rechte dieses Kontos, und pushen Sie erneut';
  return 'Pushen Sie erneut, und bleibt es so, fragen Sie den Betreiber des Servers';
}
