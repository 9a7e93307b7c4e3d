import type { network as english, TroubleParameters } from '../catalogue/network.ts';
import type { Sentences } from './sentences.ts';

const PLACE = 'unter Einstellungen, Netzwerk';

const said = ({ from }: TroubleParameters) =>
  from === undefined || from === 'settings' ? PLACE : `in der Variablen ${from}`;

export const network: Sentences<typeof english> = {
  'network.name_not_found': ({ host }) =>
    `Der Name ${host} wurde nicht gefunden. Prüfen Sie die Adresse; kennt ihn nur ein Proxy, nennen Sie den Proxy ${PLACE}.`,
  'network.name_not_answered': ({ host }) =>
    `Niemand konnte sagen, wo ${host} ist. Prüfen Sie, ob dieser Rechner online ist, und versuchen Sie es erneut.`,
  'network.connection_refused': ({ host }) =>
    `${host} hat die Verbindung abgelehnt. Prüfen Sie den Port und ob der Server läuft.`,
  'network.no_route': ({ host }) =>
    `Von hier führt kein Weg zu ${host}. Prüfen Sie das Netzwerk, oder nennen Sie einen Proxy ${PLACE}.`,
  'network.connect_timeout': ({ host, seconds }) =>
    `${host} hat nicht innerhalb von ${seconds} Sekunden geantwortet. Prüfen Sie Adresse und Netzwerk; kommt nur ein Proxy hinaus, nennen Sie ihn ${PLACE}.`,
  'network.connection_broke': ({ host }) => `Die Verbindung zu ${host} ist abgerissen. Versuchen Sie es erneut.`,
  'network.silent': ({ host, seconds }) =>
    `${host} hat ${seconds} Sekunden lang geschwiegen. Versuchen Sie es später erneut, oder fragen Sie den Betreiber.`,
  'network.no_first_byte': ({ host, seconds }) =>
    `${host} hat die Anfrage angenommen, aber nicht innerhalb von ${seconds} Sekunden zu antworten begonnen. Versuchen Sie es später erneut, oder fragen Sie den Betreiber.`,
  'network.bad_answer': ({ host }) =>
    `Was ${host} gesendet hat, ist keine Antwort in HTTP. Prüfen Sie Adresse und Port.`,
  'network.bad_packing': ({ host }) =>
    `Was ${host} gesendet hat, ist anders komprimiert, als er sagt, auf eine hier unbekannte Weise, oder kam verfälscht an. Versuchen Sie es erneut; hilft das nicht, bitten Sie den Betreiber des Servers oder eines Proxys davor, es unkomprimiert zu senden.`,
  'network.too_many_redirects': ({ host }) =>
    `${host} leitet im Kreis weiter. Prüfen Sie die Adresse, oder fragen Sie den Betreiber des Servers.`,
  'network.unsafe_redirect': ({ host }) =>
    `${host} leitet von HTTPS zu einer Adresse ohne HTTPS weiter, und die Zugangsdaten gingen für alle lesbar dorthin. Verwenden Sie die https://-Adresse, zu der er führen sollte.`,
  'network.proxy_address': (all) =>
    `Was ${said(all)} als Proxy eingetragen ist, ist keine Adresse. Schreiben Sie sie als http://host:port, oder verwenden Sie keinen.`,
  'network.proxy_kind': (all) =>
    `Der Proxy ${all.proxy}, eingetragen ${said(all)}, ist von einer Art, die hier nicht verwendet werden kann. Nennen Sie einen, der mit http:// beginnt, oder wählen Sie „Kein Proxy“ ${PLACE}.`,
  'network.proxy_not_found': (all) =>
    `Der Name des Proxys ${all.proxy} wurde nicht gefunden. Berichtigen Sie ihn ${said(all)}, oder prüfen Sie das Netzwerk.`,
  'network.proxy_unreachable': (all) =>
    `Der Proxy ${all.proxy} antwortet nicht. Prüfen Sie seine Adresse und seinen Port ${said(all)} und ob Sie in seinem Netzwerk sind.`,
  'network.proxy_login_wanted': (all) =>
    `Der Proxy ${all.proxy} verlangt Benutzernamen und Passwort. Geben Sie sie ${PLACE} ein.`,
  'network.proxy_login_refused': (all) =>
    `Der Proxy ${all.proxy} hat Benutzernamen oder Passwort abgelehnt. Geben Sie sie ${said(all)} erneut ein.`,
  'network.proxy_refused': ({ proxy, host, status }) =>
    `Der Proxy ${proxy} lässt niemanden zu ${host} durch (${status}). Fragen Sie den Betreiber des Proxys, oder nehmen Sie den Host von ihm aus.`,
  'network.proxy_gateway': ({ proxy, host, status }) =>
    `Der Proxy ${proxy} konnte ${host} nicht erreichen (${status}). Prüfen Sie die Adresse, oder nehmen Sie den Host vom Proxy aus.`,
  'network.proxy_closed': ({ proxy, host }) =>
    `Der Proxy ${proxy} hat keinen Weg zu ${host} geöffnet: Er lehnt das ab oder konnte ihn nicht erreichen. „Eine Adresse prüfen“ ${PLACE} sagt, was davon.`,
  'network.proxy_certificate': ({ proxy }) =>
    `Dem Zertifikat des Proxys ${proxy} wird nicht vertraut. Nennen Sie die Datei seiner Zertifizierungsstelle ${PLACE}.`,
  'network.certificate_unknown': ({ host }) =>
    `Das Zertifikat von ${host} kommt von einer Zertifizierungsstelle, die dieser Rechner nicht kennt. Nennen Sie die Datei Ihrer Zertifizierungsstelle ${PLACE}, oder lassen Sie sie auf diesem Rechner installieren.`,
  'network.certificate_expired': ({ host }) =>
    `Das Zertifikat von ${host} ist abgelaufen oder noch nicht gültig. Prüfen Sie die Uhr dieses Rechners; geht sie richtig, bitten Sie den Betreiber des Servers um ein neues Zertifikat.`,
  'network.certificate_name': ({ host }) =>
    `Das Zertifikat von ${host} gilt für einen anderen Namen. Verwenden Sie die Adresse, die im Zertifikat steht, oder fragen Sie den Betreiber des Servers.`,
  'network.certificate_refused': ({ host }) =>
    `Das Zertifikat von ${host} ist nicht verwendbar. Fragen Sie den Betreiber des Servers; der Grund steht im Protokoll.`,
  'network.certificate_unverified': ({ host }) =>
    `Das Zertifikat von ${host} ließ sich nicht prüfen: Dieser Rechner kennt seine Zertifizierungsstelle nicht, oder es ist abgelaufen. „Eine Adresse prüfen“ ${PLACE} sagt, was davon; dort wird auch die Datei Ihrer Zertifizierungsstelle genannt.`,
  'network.tls_failed': ({ host }) =>
    `Eine sichere Verbindung zu ${host} kam nicht zustande: Vielleicht verlangt er ein Zertifikat von Ihnen oder spricht dort kein HTTPS. „Eine Adresse prüfen“ ${PLACE} sagt, was davon.`,
  'network.no_tls': ({ host }) =>
    `${host} spricht dort kein HTTPS. Prüfen Sie den Port, oder verwenden Sie die http://-Adresse.`,
  'network.https_wanted': ({ host }) => `${host} spricht dort HTTPS. Verwenden Sie die Adresse mit https://.`,
  'network.client_certificate_wanted': ({ host }) =>
    `${host} verlangt ein Zertifikat von Ihnen. Nennen Sie dessen Datei und die des Schlüssels für diesen Host ${PLACE}.`,
  'network.client_certificate_refused': ({ host }) =>
    `${host} hat Ihr Zertifikat nicht angenommen. Prüfen Sie ${PLACE}, ob es das richtige für diesen Host ist und noch gilt.`,
  'network.file_unreadable': ({ file }) =>
    `Die Datei ${file} ist nicht mehr verwendbar. Nennen Sie ${PLACE} eine andere, oder legen Sie sie an ihren Platz zurück.`,
};
