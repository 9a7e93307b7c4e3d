import type { lists as english } from '../catalogue/lists.ts';
import type { Sentences } from './sentences.ts';

export const lists: Sentences<typeof english> = {
  'list.named_twice': (p) => `${p.repository} steht zweimal in der Liste. Geben Sie diesem einen anderen Namen.`,
  'list.unknown_system': (p) =>
    `„${p.vcs}“ ist nicht bekannt. Verwenden Sie subversion, git, mercurial oder tfvc, oder lassen Sie es weg.`,
  'list.no_owner': (p) =>
    `Es gibt keinen Besitzer ${p.login}, für den Sie importieren dürfen. Legen Sie zuerst die Organisation an, oder nennen Sie eine andere.`,
  'list.name_taken': (p) => `Der Name ${p.repository} ist vergeben. Nennen Sie ein anderes Repository.`,
  'list.single_sign_on': (p) =>
    `${p.login} erzwingt Single Sign-on: Mit Passwort angelegte Token erreichen es nicht. Verwenden Sie Benutzernamen und Passwort, oder lassen Sie das Token dafür zu.`,
  'list.bad_name': (p) =>
    `„${p.name}“ kann kein Name eines Repositorys sein. Verwenden Sie Buchstaben, Ziffern, Punkte, Binde- und Unterstriche und keinen Namen, den Windows für sich behält, etwa aux.`,
  'list.repository_not_empty': (p) =>
    `${p.repository} gibt es schon, und es ist nicht leer. Nennen Sie ein anderes Repository.`,
  'list.login_not_one_line': () => 'Benutzername und Passwort sind je eine Zeile ohne Steuerzeichen.',
  'list.login_refused': (p) =>
    `${p.host} hat diese Anmeldung bei anderen Zeilen der Liste abgelehnt. Für diese wurde sie nicht versucht, weil Server ein Konto nach zu vielen Versuchen sperren. Laden Sie die Liste erneut mit dem richtigen Passwort; oder versuchen Sie die Liste erneut, wenn der Server diese Anmeldung jetzt annimmt.`,
  'list.refused': (p, work) => work.say(p.problem),
  'list.nothing_importable': (p, work) =>
    `Aus dieser Liste lässt sich nichts importieren. Zeile ${p.line}: ${work.sentenceOf(p.failure)}`,
  'list.line_refused': (p, work) => `Zeile ${p.line}: ${work.sentenceOf(p.failure)}`,
  'list.started_already': () =>
    'Diese Liste wurde schon gestartet. Laden Sie sie erneut, um noch einmal zu importieren, was sie nennt.',
  'list.nothing_left': () =>
    'Aus dieser Liste lässt sich nichts importieren. Berichtigen Sie sie, und laden Sie sie erneut.',
  'list.runs': () =>
    'Importe dieser Liste laufen oder warten. Halten Sie die Warteschlange an, und warten Sie, bis die laufenden enden.',
  'list.owner_gone': (p) =>
    `Den Besitzer ${p.login} gibt es nicht mehr. Legen Sie ihn wieder an, und versuchen Sie es erneut.`,
  'list.repository_thrown_away': (p) =>
    `${p.repository} wurde weggeworfen. Holen Sie es zurück, solange es im Papierkorb liegt, oder versuchen Sie die Liste erneut: Die Quelle bekommt dann ein neues Repository.`,
  'list.other_import': (p) =>
    `${p.repository} hat schon einen eigenen Import. Brechen Sie ihn ab, oder nennen Sie in der Liste ein anderes Repository, und laden Sie sie erneut.`,
};
