import { type connection as english, isSendingOn } from '../catalogue/connection.ts';
import { SIZE_LIMITS } from '../catalogue/size-limits.ts';
import { asksToWait, itSays, type Sentences } from './sentences.ts';

export const connection: Sentences<typeof english> = {
  'ssh.host_key_changed': (p) =>
    `Der Server von ${p.url} zeigt einen anderen SSH-Hostschlüssel als den bekannten. Vielleicht hört jemand mit, oder der Server wurde neu aufgesetzt. Fragen Sie seine Administration; ist es richtig so, vergessen Sie den alten Schlüssel (in den Einstellungen oder mit ssh-keygen -R), und versuchen Sie es erneut.`,
  'ssh.host_key_unknown': (p) =>
    `Der SSH-Hostschlüssel von ${p.url} ist auf diesem Rechner nicht bekannt. Vergleichen Sie seinen Fingerabdruck mit dem, den die Administration des Servers nennt, nehmen Sie ihn an, und versuchen Sie es erneut.`,
  'ssh.no_key_taken': (p) =>
    `Der Server von ${p.url} hat keinen Ihrer SSH-Schlüssel angenommen. Laden Sie den richtigen in Ihren SSH-Agenten (ssh-add), oder hinterlegen Sie ihn in Ihrem Konto auf dem Server, und versuchen Sie es erneut.`,
  'ssh.too_many_keys': (p) =>
    `Dem Server von ${p.url} wurden mehr SSH-Schlüssel gezeigt, als er ansieht; er brach ab, bevor der richtige kam. Nennen Sie diesen für den Server in Ihrer eigenen ~/.ssh/config („IdentityFile <key>“ mit „IdentitiesOnly yes“), und versuchen Sie es erneut.`,
  'ssh.talks': (p) =>
    `Der Server von ${p.url} schreibt eigene Worte, wo die Antwort von Git stehen müsste.${p.said === '' ? '' : ` Sie beginnen mit „${p.said}“.`} Eine Datei, die seine Shell am Anfang liest, etwa ~/.bashrc, gibt etwas aus: Lassen Sie sie das nur tun, wo jemand tippt, und versuchen Sie es erneut. Oder das Konto darf dort keine Programme ausführen: „ssh <Konto>@<Server> git-upload-pack“ zeigt seine Worte.`,
  'ssh.nothing_in_common': (p) =>
    `Der Server von ${p.url} und das ssh dieses Rechners haben keine gemeinsame Verschlüsselung: Eines von beiden ist viel älter.${itSays(p.said)} Lassen Sie den Server aktualisieren, oder erlauben Sie in Ihrer eigenen ~/.ssh/config, was er anbietet (für „ssh-rsa“: HostKeyAlgorithms +ssh-rsa und PubkeyAcceptedAlgorithms +ssh-rsa), und versuchen Sie es erneut.`,
  'ssh.no_program': (p) =>
    `Der Server von ${p.url} lässt Sie hinein, findet dort aber kein ${p.program}. Lassen Sie es auf dem Server installieren oder seinen Ordner in den PATH aufnehmen, den Programme über ssh bekommen, und versuchen Sie es erneut.`,
  'ssh.other_program': (p) =>
    `Der Server von ${p.url} lässt Sie hinein, doch antwortet dort etwas anderes als ${p.program}.${itSays(p.said)} Vielleicht ist das Konto nur für anderes da (ein erzwungener Befehl, Dateien, keine Shell), oder es verlangt erst etwas, etwa ein neues Passwort. Führen Sie „ssh <Konto>@<Server> ${p.program}“ aus, um seine Worte zu sehen, oder fragen Sie den Betreiber des Servers, und versuchen Sie es erneut.`,
  'ssh.ended_at_once': (p) =>
    `Der Server von ${p.url} lässt Sie hinein, doch was dort ${p.program} sein sollte, endete ohne ein Wort: Der Server hat es beendet (er fährt herunter oder hat keinen Speicher mehr), oder das Konto darf keine Programme ausführen. Versuchen Sie es erneut; bleibt es dabei, führen Sie „ssh <Konto>@<Server> ${p.program}“ aus, um zu sehen, was geschieht, oder fragen Sie den Betreiber des Servers.`,
  'connection.certificate_refused': (p) =>
    /^http:/i.test(p.url)
      ? `Der Server von ${p.url} schickt weiter zu einer Adresse mit https, und deren Zertifikat wurde abgelehnt. Geben Sie diese Adresse an, um den Grund zu erfahren, oder machen Sie die Zertifizierungsstelle auf diesem Rechner bekannt, und versuchen Sie es erneut.`
      : `Das Zertifikat von ${p.url} wurde abgelehnt. Machen Sie seine Zertifizierungsstelle auf diesem Rechner bekannt, und versuchen Sie es erneut.`,
  'connection.host_not_found': (p) =>
    `Der Host von ${p.url} wurde nicht gefunden. Prüfen Sie Adresse und Netzwerk, und versuchen Sie es erneut.`,
  'connection.no_answer': (p) =>
    `Der Server von ${p.url} hat nicht geantwortet. Prüfen Sie Adresse, Port und Netzwerk, und versuchen Sie es erneut.`,
  'connection.broken_off': (p) => `Die Verbindung zu ${p.url} ist abgerissen. Beginnen Sie erneut.`,
  'connection.server_busy': (p) =>
    `Der Server von ${p.url} antwortet mit HTTP ${p.status}: Er hat zu viel zu tun, oder hinter ihm läuft etwas nicht.${itSays(p.said)}${asksToWait(p.wait)} Versuchen Sie es später erneut; bleibt es so, fragen Sie seine Administration.`,
  'connection.too_large': (p) =>
    `Der Server von ${p.url} oder ein Proxy davor nimmt keine Anfrage an, die so groß ist (HTTP ${p.status ?? 413}). Verwenden Sie eine Adresse von ssh, die keine solche Grenze hat, oder lassen Sie die Grenze heraufsetzen (${SIZE_LIMITS}), und versuchen Sie es erneut.`,
  'connection.http_refused': (p, work) =>
    isSendingOn(p.status)
      ? `Der Server von ${p.url} schickt an eine andere Adresse weiter (HTTP ${p.status}), wohin ihm nicht gefolgt wird. Geben Sie die Adresse an, die das Repository jetzt hat, mit einer Anmeldung dafür, wo sie eine verlangt. Dann ${work.again}.`
      : p.said
        ? `Der Server von ${p.url} tut das nicht (HTTP ${p.status}).${itSays(p.said)} Lassen Sie das dort klären. Dann ${work.again}.`
        : `Der Server von ${p.url} antwortet mit HTTP ${p.status}; so antwortet kein Repository. Prüfen Sie die Adresse; vielleicht steht ein Proxy oder eine Anmeldeseite davor.`,
  'connection.redirects_round': (p) =>
    `Der Server schickt jeden, der nach ${p.url} fragt, im Kreis weiter, sodass niemand ankommt. Geben Sie die Adresse an, die das Repository jetzt hat, oder lassen Sie diese Weiterleitung von der Administration des Servers aufheben (vielleicht hängt sie einen Schrägstrich an, den Subversion nie sendet).`,
  'connection.slow_to_answer': (p) =>
    `Der Server hat nicht innerhalb von ${p.seconds} Sekunden geantwortet. Prüfen Sie Adresse und Netzwerk, und versuchen Sie es erneut.`,
  'connection.slow_to_read': (p, work) =>
    `Was unter ${p.url} liegt, konnte nicht innerhalb von ${p.seconds} Sekunden gelesen werden. Der Datenträger ist vielleicht langsam oder nicht mehr da, oder dort liegt etwas, das nie endet, etwa eine Pipe anstelle einer Datei. Sehen Sie auf diesem Rechner nach. Dann ${work.again}.`,
  'connection.silent': (p) =>
    `Der Server hat ${p.milliseconds >= 120_000 ? `${Math.round(p.milliseconds / 60_000)} Minuten` : `${p.milliseconds / 1000} Sekunden`} lang nichts gesendet. Prüfen Sie Netzwerk und Server, und beginnen Sie erneut.`,
};
