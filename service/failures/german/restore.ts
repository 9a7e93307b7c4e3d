import type { restore as english } from '../catalogue/restore.ts';
import type { Sentences } from './sentences.ts';

export const restore: Sentences<typeof english> = {
  'restore.name_taken': (p, work) =>
    `Während der Wiederherstellung ist etwas gleichen Namens entstanden: ${work.say(p.what)}. Sehen Sie sich die Auswahl an, und ${work.again}.`,
  'restore.part_missing': (p) =>
    `${p.path} fehlt, deshalb kommt ein Teil der Wiederherstellung nicht an seinen Platz. Legen Sie es zurück, und starten Sie Gantry erneut: Dann geht die Wiederherstellung weiter.`,
  'restore.in_the_way': (p) =>
    `${p.path} steht der Wiederherstellung im Weg. Verschieben Sie es, und starten Sie Gantry erneut: Dann geht die Wiederherstellung weiter.`,
  'restore.no_ref': (p) =>
    `Der Ref ${p.ref} des Repositorys ${p.repository} ist kein Ref. Nichts wurde wiederhergestellt; lassen Sie dieses Repository weg, oder beschaffen Sie das Archiv neu.`,
  'restore.large_file_damaged': (p) =>
    `Die große Datei ${p.oid} des Repositorys ${p.repository} ist beschädigt. Nichts wurde wiederhergestellt; lassen Sie dieses Repository weg, oder beschaffen Sie das Archiv neu.`,
  'restore.git_data_damaged': (p) =>
    `Die Git-Daten von ${p.repository} sind beschädigt, git meldet: ${p.reason}. Nichts wurde wiederhergestellt; lassen Sie dieses Repository weg, oder beschaffen Sie das Archiv neu.`,
  'restore.too_little_space': (p) =>
    `Die Wiederherstellung braucht etwa ${p.needed} auf dem Datenträger, aber nur ${p.free} sind frei. Schaffen Sie Platz, und versuchen Sie es erneut.`,
  'restore.waits_for_space': (p) =>
    `Die Wiederherstellung braucht etwa ${p.needed} auf dem Datenträger, aber nur ${p.free} sind frei. Schaffen Sie Platz: Sie geht von selbst weiter, sobald genug da ist.`,
  'restore.choice_impossible': (p, work) =>
    `${p.source}: ${work.say(p.problem)} Ändern Sie die Auswahl, und ${work.again}.`,
  'restore.ref_not_restored': (p) =>
    `Der Ref ${p.ref} des Repositorys ${p.repository} ist kein Ref. Nichts wurde wiederhergestellt; lassen Sie dieses Repository weg, oder beschaffen Sie das Archiv neu.`,
  'restore.cancelled': () => 'Die Wiederherstellung wurde abgebrochen. Davon wurde nichts behalten.',
  'restore.cut_off': () =>
    'Gantry wurde geschlossen, während dieses Archiv wiederhergestellt wurde. Davon wurde nichts behalten; starten Sie die Wiederherstellung erneut.',
  'restore.hindered': ({ path }) =>
    `Der letzte Teil der Wiederherstellung konnte nicht an seinen Platz gebracht werden. Sorgen Sie dafür, dass auf dem Datenträger ${path === undefined ? 'des Datenordners' : `mit ${path}`} Platz ist und geschrieben werden darf, und starten Sie Gantry erneut: Dann geht die Wiederherstellung weiter.`,
  'restore.refused': (p, work) => work.say(p.problem),
};
