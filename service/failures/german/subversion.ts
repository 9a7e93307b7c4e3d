import type { subversion as english } from '../catalogue/subversion.ts';
import { isWhole } from '../entry.ts';
import type { Sentences } from './sentences.ts';

export const subversion: Sentences<typeof english> = {
  'subversion.other_repository': (p, work) =>
    `Die Adresse führt zu einem anderen Subversion-Repository als dem, das importiert wurde: ${p.before === undefined ? 'Seine UUID ist eine andere' : `Seine UUID ist ${p.now} und war ${p.before}`}. Hier wurde nichts geändert. Ist es ein Spiegel oder eine Kopie davon, lassen Sie ihm jene UUID geben („svnadmin setuuid <Repository>${p.before === undefined ? ' <UUID>' : ` ${p.before}`}“), und ${work.again}; sonst importieren Sie es in ein neues Repository.`,
  'subversion.stream_unusable': (p, work) =>
    `Was der Subversion-Server gesendet hat, war bei Revision ${p.revision} nicht verwendbar: ${work.say(p.what)}. ${work.Again}; es geht von dort weiter.`,
  'subversion.answer_too_large': (p, work) =>
    `Der Server von ${p.address} sendet mehr, als svn hier halten darf: eine Antwort ohne Ende, oder eine von etwas anderem. Prüfen Sie die Adresse; stimmt sie, fragen Sie den Betreiber des Servers. Dann ${work.again}.`,
  'subversion.no_address': (p) =>
    `${p.address} ist keine Adresse eines Subversion-Repositorys. Prüfen Sie sie, und versuchen Sie es erneut.`,
  'subversion.is_file': (p, work) =>
    `${p.url} ist eine Datei eines Subversion-Repositorys, und eine Geschichte wird mit ihrem Ordner importiert. Geben Sie ${p.folder === p.root ? p.root : `${p.root} oder ${p.folder}`} an. Dann ${work.again}.`,
  'subversion.is_list': (p, work) =>
    `${p.address} ist kein Subversion-Repository, sondern eine Liste von ${p.repositories.length + p.more}: ${p.repositories.join(', ')}${p.more > 0 ? ` und ${p.more} weitere` : ''}. Geben Sie die Adresse von einem an, oder importieren Sie alle als Liste. Dann ${work.again}.`,
  'subversion.empty_list': (p, work) =>
    `${p.address} ist kein Subversion-Repository, sondern eine Liste von solchen, und nennt keines, das so gelesen werden darf. Geben Sie Zugangsdaten an, die eines lesen dürfen, oder die Adresse des Repositorys selbst. Dann ${work.again}.`,
  'source.login_elsewhere': (p) =>
    `Benutzername und Passwort gelten nur für den Server von ${p.url}, deshalb bekommt sie sonst niemand.`,
  'source.asks_for_login': () => 'Es wird nach Benutzernamen und Passwort gefragt.',
  'subversion.info_unreadable': (p) =>
    `Subversion konnte nicht sagen, was unter ${p.url} liegt. Prüfen Sie die Adresse, und versuchen Sie es erneut.`,
  'subversion.root_elsewhere': (p) =>
    `Der Server unter ${p.url} nennt eine Wurzel seines Repositorys, die nicht über dieser Adresse liegt. Fragen Sie seine Administration, oder geben Sie die Adresse an, die der Server für sich selbst verwendet.`,
  'subversion.login_refused': (p) =>
    `Der Subversion-Server unter ${p.address} hat Benutzernamen und Passwort nicht angenommen. Geben Sie sie erneut ein.`,
  'subversion.no_mechanism_offered': (p) =>
    `Der Subversion-Server unter ${p.address} lässt niemanden hinein: Sein SASL hat keine Art der Anmeldung, die den Einstellungen dort entspricht (mech_list, min-encryption). Es wurde kein Passwort gesendet. Bitten Sie den Betreiber, das zu beheben, und versuchen Sie es erneut.`,
  'subversion.no_mechanism': (p) =>
    `Der Subversion-Server unter ${p.address} bietet keine Art der Anmeldung an, die dieser Rechner hat: Es wurde kein Passwort gesendet. Er verwendet SASL. Installieren Sie, was er anbietet (Debian: libsasl2-modules, für Kerberos libsasl2-modules-gssapi-mit; Fedora: cyrus-sasl-md5, cyrus-sasl-plain, cyrus-sasl-gssapi), und versuchen Sie es erneut.`,
  'subversion.no_login_known': (p) =>
    `Der Subversion-Server lässt niemanden ${p.address} lesen: Seine svnserve.conf verbietet es ohne Anmeldung und nennt keine Datei mit Benutzern (password-db). Ist das Repository nur über svn+ssh:// oder http:// gedacht, geben Sie diese Adresse an; sonst fragen Sie den Betreiber des Servers.`,
  'subversion.account_forbidden': (p) =>
    `Der Subversion-Server lässt Sie über SSH herein und lässt dieses Konto ${p.address} nicht lesen. Nach einem Passwort wird dort nicht gefragt: Lassen Sie dem Konto das Recht dazu geben (authz-db in svnserve.conf; wer es ist, sagt --tunnel-user), oder das für einen Ordner darin und geben Sie dessen Adresse an, und versuchen Sie es erneut.`,
  'subversion.forbidden': (p) => {
    if (p.isNobody === true)
      return `Der Subversion-Server lässt niemanden ${p.address} ohne Anmeldung lesen (HTTP 403, verboten). Geben Sie einen Benutzernamen und ein Passwort ein, oder die Adresse eines Ordners darin, den alle lesen dürfen.`;
    return p.isShut === true
      ? `Der Server verweigert ${p.address} (HTTP 403, verboten), bevor er sagt, ob dort ein Subversion-Repository ist. Liegen mehrere darunter, geben Sie die Adresse eines davon an; sonst geben Sie einen Benutzernamen und ein Passwort ein, die es lesen dürfen, oder bitten Sie um das Leserecht.`
      : `Der Subversion-Server lässt diese Zugangsdaten ${p.address} nicht lesen. Dürfen sie einen Ordner darin lesen, geben Sie dessen Adresse an; sonst geben Sie andere ein, oder bitten Sie um das Leserecht.`;
  },
  'subversion.web_page': (p) =>
    `${p.address} antwortet mit einer Webseite, nicht wie ein Subversion-Server: vielleicht mit einer Anmeldeseite. Prüfen Sie die Adresse; steht ein Portal vor dem Server, fragen Sie nach der Adresse, die svn selbst verwendet.`,
  'subversion.not_xml': (p) =>
    `Was der Server von ${p.address} antwortet, ist kein XML, und svn bricht dabei ab. Vielleicht ist es eine Webseite, etwa ein Portal zum Anmelden: Prüfen Sie die Adresse. Oder ein Autor, eine Nachricht oder eine Eigenschaft enthält Zeichen, die HTTP hier nicht übertragen kann, wie es in alten Repositorys vorkommt: Importieren Sie aus dem Ordner des Repositorys oder über svn://, die das können, oder lassen Sie sie dort mit „svnadmin setrevprop“ berichtigen.`,
  'subversion.certificate_untrusted': (p) =>
    `Dem Zertifikat des Servers unter ${p.address} wird nicht vertraut. Installieren Sie das Zertifikat seiner Zertifizierungsstelle auf diesem Rechner, und versuchen Sie es erneut.`,
  'subversion.newer_format': (p, work) =>
    `Das Repository unter ${p.address} wurde von einem neueren Subversion erstellt, als dieser Rechner hat: Es hat das Format ${p.found}, und bis ${p.read} wird hier gelesen. Installieren Sie ein neueres Subversion, oder geben Sie die Adresse eines Servers an, der eines hat. Dann ${work.again}.`,
  'subversion.older_format': (p, work) =>
    `Das Repository unter ${p.address} hat das Format ${p.found}, für das das Subversion dieses Rechners zu neu ist. Führen Sie auf einer Kopie „svnadmin upgrade“ aus, und geben Sie diese an. Dann ${work.again}.`,
  'subversion.berkeley_db': (p, work) =>
    `Das Subversion-Repository unter ${p.address} hält seine Geschichte in Berkeley DB, und das Subversion dieses Rechners kann das nicht öffnen. Führen Sie, wo es ein Subversion mit Berkeley DB gibt, auf einer Kopie „svnadmin recover“ aus, dann „svnadmin dump <Kopie> > <Dump>“; machen Sie hier daraus ein Repository („svnadmin create <Ordner>“, „svnadmin load <Ordner> < <Dump>“), und geben Sie diesen Ordner an. Dann ${work.again}.`,
  'subversion.text_circle': (p, work) =>
    `Das Subversion-Repository in ${p.folder} ist beschädigt: Ein Text darin ist als Änderung seiner selbst gespeichert und lässt sich nicht zusammensetzen; svn und svnadmin füllen damit den Speicher des Rechners. Legen Sie eine Kopie von früher an seine Stelle. Dann ${work.again}.`,
  'subversion.damaged': (p, work) =>
    `Das Subversion-Repository unter ${p.address} ist beschädigt. Führen Sie auf seinem Server „svnadmin verify“ aus. Dann ${work.again}.`,
  'subversion.not_opened': (p, work) =>
    `Unter ${p.address} liegt ein Subversion-Repository, das Subversion nicht lesen kann: ${p.said} Legen Sie eine Kopie aus der Zeit vor dem Schaden an seine Stelle; kann nur dieses Subversion es nicht lesen, laden Sie dort, was „svnadmin dump“ eines anderen schreibt. Dann ${work.again}.`,
  'subversion.no_server': (p) =>
    `Unter ${p.address} hat kein Subversion-Server geantwortet. Prüfen Sie Adresse und Netzwerk, und versuchen Sie es erneut.`,
  'subversion.broken_off': (p) =>
    `Die Verbindung zum Subversion-Server unter ${p.address} ist abgerissen. Beginnen Sie erneut.`,
  'subversion.no_sense': (p) =>
    `Subversion kann mit dem, was der Server unter ${p.address} antwortet, nichts anfangen. Fragen Sie seine Administration.`,
  'subversion.not_found': (p) =>
    `Unter ${p.address} gibt es kein Subversion-Repository. Prüfen Sie die Adresse, und versuchen Sie es erneut.`,
  'subversion.all_hidden': (p) =>
    `Der Subversion-Server verbirgt ${p.count === 1 ? 'die einzige Revision' : `alle ${p.count} Revisionen`} von ${p.address} vor diesen Zugangsdaten, nach seinen Regeln für Ordner (authz): Es kam nichts. Geben Sie andere ein, oder bitten Sie um das Leserecht.`,
  'subversion.not_opened_there': (p, work) =>
    `Der Server kann das Subversion-Repository nicht öffnen, das er unter ${p.address} hat: Das Konto, unter dem er läuft, darf nicht alle Dateien lesen, oder ein neueres Subversion hat es angelegt, oder es ist beschädigt. Bitten Sie seine Administration, in sein Fehlerprotokoll zu sehen, und ${work.again}.`,
  'subversion.unreadable': (p) =>
    `Subversion konnte ${p.address} nicht lesen: ${p.said === '' ? 'Es endete ohne Angabe von Gründen. Sehen Sie ins Protokoll, und versuchen Sie es erneut.' : `${isWhole(p.said) ? p.said : `${p.said}.`} Prüfen Sie die Adresse, oder fragen Sie den Betreiber des Servers, und versuchen Sie es erneut.`}`,
  'subversion.no_dates': (p) =>
    `Subversion kann nicht sagen, was ${p.address} ist: Keine der Revisionen, nach denen es gefragt wurde, hat ein lesbares Datum (svn:date). Setzen Sie das der Revision 0 mit „svn propset --revprop -r 0 svn:date 1970-01-01T00:00:00.000000Z“, und versuchen Sie es erneut.`,
  'subversion.login_needed': () =>
    'Der Subversion-Server verlangt Benutzernamen und Passwort. Geben Sie sie ein, damit es weitergeht.',
};
