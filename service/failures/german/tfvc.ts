import type { tfvc as english } from '../catalogue/tfvc.ts';
import { asksToWait, itSays, type Sentences } from './sentences.ts';

export const tfvc: Sentences<typeof english> = {
  'tfvc.project_not_found_change': (p, work) =>
    `Ein Projekt ${p.project} mit Team Foundation Version Control gibt es unter ${p.url} nicht, oder dieses Token darf es nicht sehen. Nennen Sie ein anderes Projekt, oder ${work.again}, ohne eines zu nennen, um zu wählen.`,
  'tfvc.led_elsewhere': (p) =>
    `${p.url} führt zu einem anderen Server, ${p.target}, der das Token nicht bekommt. Importieren Sie von jener Adresse, wenn Sie ihr vertrauen.`,
  'tfvc.no_answer_of_the_api': (p, work) =>
    `${p.url} hat gesendet, was kein Team-Foundation-Server sendet: ${work.say(p.what)}. Prüfen Sie die Adresse. Stimmt sie, ${work.again}.`,
  'tfvc.unknown': (p) => `${p.url} kennt nicht, wonach gefragt wurde.${itSays(p.said)} Prüfen Sie Adresse und Projekt.`,
  'tfvc.went_on_refusing': (p, work) =>
    `Der Server von ${p.url} hat die Antwort verweigert (HTTP ${p.status}).${itSays(p.said)}${asksToWait(p.wait)} Warten Sie etwas. Dann ${work.again}.`,
  'tfvc.refused': (p, work) =>
    `Der Server von ${p.url} hat eine Anfrage abgelehnt (HTTP ${p.status}).${itSays(p.said)} ${work.Again}.`,
  'tfvc.broke_again': (p, work) =>
    p.failure === null
      ? `Die Verbindung zu ${p.url} ist abgerissen: ${work.say(p.what)}. ${work.Again}.`
      : `${p.url} wurde vergeblich gefragt. ${work.sentenceOf(p.failure)}`,
  'tfvc.project_without_versions': (p) =>
    `Das Projekt ${p.project} unter ${p.collection} hat nichts in Team Foundation Version Control, oder dieses Token darf es nicht sehen. Prüfen Sie die Adresse; ein Git-Repository des Projekts hat eine Adresse mit „_git“ darin.`,
  'tfvc.no_server': (p) =>
    `Unter ${p.address} antwortet kein Team-Foundation-Server. Geben Sie die Adresse einer Sammlung an, etwa https://dev.azure.com/organisation oder https://server/tfs/DefaultCollection.`,
  'tfvc.choose_project': (p) =>
    `${p.collection} enthält ${p.projects} Projekte mit Team Foundation Version Control. Wählen Sie eines davon.`,
  'tfvc.other_project': (p) =>
    `${p.collection} hat jetzt ein anderes Projekt dieses Namens als das, das importiert wurde. Brechen Sie diesen Import ab, und starten Sie einen neuen.`,
  'tfvc.odd_path': () =>
    'Der Server nennt einen Pfad, den es nicht geben kann: Einer seiner Teile ist leer, ein Punkt oder zwei Punkte. Dafür wurde nichts geschrieben; bitten Sie die Administration des Servers, sich das Projekt anzusehen.',
  'tfvc.content_wrong': (p, work) =>
    `Der Inhalt von ${p.path} bei Changeset ${p.version} kam ${p.tries}-mal falsch an: ${work.say(p.what)}. ${work.Again}; bleibt es so, bitten Sie die Administration des Servers, sich diese Datei anzusehen.`,
  'tfvc.content_without_end': (p, work) =>
    `Der Inhalt von ${p.path} bei Changeset ${p.version} endete nicht: ${p.size} MB kamen, der Server sagt nicht, wie viele es sind, und der Datenträger hat nicht noch einmal so viel Platz. Ist die Datei so groß, geben Sie Platz frei, und ${work.again}; wenn nicht, bitten Sie die Administration des Servers, sie sich anzusehen.`,
  'tfvc.no_projects': (p) =>
    `Kein Projekt unter ${p.collection} verwendet Team Foundation Version Control, oder dieses Token darf keines sehen. Prüfen Sie Adresse und Token.`,
  'tfvc.project_not_found': (p) =>
    `Ein Projekt ${p.project} mit Team Foundation Version Control gibt es unter ${p.collection} nicht, oder dieses Token darf es nicht sehen. Prüfen Sie seinen Namen und das Token.`,
  'tfvc.no_address': (p) =>
    `${p.url} ist keine Adresse eines Team-Foundation-Servers. Verwenden Sie eine wie https://dev.azure.com/organisation oder https://server/tfs/DefaultCollection.`,
  'tfvc.token_lacks_scope': (p) =>
    `Das Token darf die Versionskontrolle unter ${p.url} nicht lesen.${itSays(p.said)} Geben Sie eines mit dem Scope „Code (read)“ an, von jemandem, der das Projekt lesen darf.`,
  'tfvc.account_may_not_read': (p) =>
    `Das Windows-Konto darf die Versionskontrolle unter ${p.url} nicht lesen.${itSays(p.said)} Melden Sie sich mit einem an, das das Projekt lesen darf.`,
  'tfvc.token_needed': (p) =>
    `${p.url} verlangt ein persönliches Zugriffstoken mit dem Scope „Code (read)“. Geben Sie eines anstelle eines Passworts ein, damit es weitergeht; auf einem eigenen Server genügt vielleicht auch ein Windows-Konto.`,
  'tfvc.windows_needed': (p) =>
    `${p.url} verlangt ein Windows-Konto. Geben Sie seinen Namen als DOMAIN\\name und sein Passwort ein, damit es weitergeht.`,
  'tfvc.only_windows': (p) =>
    `${p.url} nimmt nur Windows-Konten, keine Token: Team Foundation Server 2015 und frühere kennen keine.${itSays(p.said)} Melden Sie sich mit einem Windows-Konto an: mit seinem Namen als DOMAIN\\name und seinem Passwort.`,
  'tfvc.windows_refused': (p) =>
    `${p.url} hat das Windows-Konto abgelehnt.${itSays(p.said)} Prüfen Sie seinen Namen, geschrieben als DOMAIN\\name, und sein Passwort.`,
  'tfvc.login_refused': (p) =>
    `Was eingegeben wurde, hat ${p.url} abgelehnt, als Token und als Windows-Konto.${itSays(p.said)} Ein Token kann falsch oder abgelaufen sein, oder ihm fehlt der Scope „Code (read)“; ein Windows-Konto wird als DOMAIN\\name geschrieben, mit seinem Passwort.`,
  'tfvc.token_refused': (p) =>
    `${p.url} hat das Token abgelehnt.${itSays(p.said)} Es ist falsch oder abgelaufen, oder ihm fehlt der Scope „Code (read)“: Server beantworten alles drei gleich. Erstellen Sie ein neues mit diesem Scope, und geben Sie es als Passwort ein.`,
};
