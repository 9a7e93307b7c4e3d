import type { updates as english } from '../catalogue/updates.ts';
import type { Sentences } from './sentences.ts';

export const updates: Sentences<typeof english> = {
  'update.source_changed': (p) =>
    `Die Quelle hat nicht mehr alles, was importiert wurde: ${lost(p, 'neu geschrieben oder zurückgesetzt')} (${p.first}). Im Repository wurde nichts geändert. Sehen Sie sich beide Seiten an, und bestätigen Sie dann die Aktualisierung, um das zu übernehmen.`,
  'update.other_shape': (p) =>
    `Ordner der Quelle haben sich geändert, sodass ihre Geschichte andere Branches nahelegt als die veröffentlichten: ${lost(p, 'aus anderen Ordnern oder Revisionen')} (${p.first}). Im Repository wurde nichts geändert. Sehen Sie sich beide Seiten an, und bestätigen Sie dann die Aktualisierung, um die neue Form zu übernehmen, oder behalten Sie die veröffentlichte: Wählen Sie sie für den Import.`,
  'update.stopped_late': () =>
    'Die Aktualisierung wurde angehalten, als ihre Branches und Tags schon geschrieben waren. Starten Sie den Import neu, um das Repository mit der Quelle zu vergleichen.',
  'source.empty_now': () =>
    'Die Quelle ist jetzt leer: Sie wurde neu angelegt, oder die Adresse führt zu einer anderen. Was importiert wurde, bleibt; hier wurde nichts geändert. Prüfen Sie die Adresse, oder stellen Sie die Quelle wieder her, wie sie war, und aktualisieren Sie noch einmal.',
  'source.other_history': (p) =>
    `${p.revision} der Quelle ist etwas anderes als das, was importiert wurde. Importiert: ${side(p.before)}. Jetzt in der Quelle: ${side(p.after)}. Die Quelle wurde zurückgespielt, gefiltert oder neu aufgebaut; hier wurde nichts geändert. Importieren Sie sie in ein neues Repository, oder stellen Sie die Quelle wieder her, wie sie war.`,
  'source.shown_now': (p) =>
    `Der Server zeigt ${p.revision} jetzt, und verbarg es ganz oder zum Teil vor dem Login, mit dem es importiert wurde. Was darin geändert wurde, fehlt hier und lässt sich nicht nachtragen; hier wurde nichts geändert. Importieren Sie die Quelle in ein neues Repository.`,
  'source.went_backwards': (p) =>
    `Die Quelle endet bei ${p.youngest}, importiert wurde aber schon ${p.known}: Sie wurde aus einer Sicherung zurückgespielt oder ist ein Spiegel, der hinterherhinkt. Hier wurde nichts geändert. Warten Sie auf den Spiegel, oder importieren Sie die Quelle in ein neues Repository.`,
};

function lost(
  p: { gone: number; rewritten: number; gone_tags?: number; moved_tags?: number },
  rewritten: string,
): string {
  return [
    ...(p.rewritten === 0 ? [] : [`${branches(p.rewritten)} ${rewritten}`]),
    ...(p.gone === 0 ? [] : [`${branches(p.gone)} verschwunden`]),
    ...(p.moved_tags ? [`${tags(p.moved_tags)} jetzt etwas anderes`] : []),
    ...(p.gone_tags ? [`${tags(p.gone_tags)} verschwunden`] : []),
  ].join(' und ');
}

function branches(count: number): string {
  return count === 1 ? '1 Branch ist' : `${count} Branches sind`;
}

function tags(count: number): string {
  return count === 1 ? '1 Tag ist' : `${count} Tags sind`;
}

/** Author, date and message, or what else tells two revisions apart. */
function side(parts: readonly string[]): string {
  return Array.isArray(parts) ? parts.filter((part) => part !== '').join(', ') : String(parts);
}
