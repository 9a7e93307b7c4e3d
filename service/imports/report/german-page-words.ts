/** The page of a report in German. Loaded only where somebody asks for it. */
import { grouped } from '../../../language/grouped.ts';
import { whenAsked } from '../../../language/when-asked.ts';
import { spokenIn } from '../../failures/language.ts';
import type { PageWords } from './page-words.ts';

const moments = whenAsked(() => new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'medium' }));

const number = (count: number) => grouped(count, '.');
const moment = (at: string) => (Number.isNaN(Date.parse(at)) ? at : moments().format(new Date(at)));
const checked = (checks: number) =>
  checks === 1 ? 'Die eine Prüfung ist gleich' : `Alle ${number(checks)} Prüfungen sind gleich`;

export function germanPageWords(): PageWords {
  return {
    language: 'de',
    say: (sentence) => spokenIn('de', sentence),
    number,
    moment,
    title: (name) => `Import von ${name}`,
    source: 'Quelle',
    compared: 'Verglichen',
    begun: 'Begonnen',
    finished: 'Beendet',
    sourceRevisions: 'Revisionen in der Quelle',
    commits: 'Commits',
    branches: 'Branches',
    tags: 'Tags',
    authors: 'Autoren',
    authorsMapped: (authors, mapped) => `${authors}, davon von einer Person zugeordnet: ${mapped}`,
    defaultBranch: 'Standard-Branch',
    none: 'keiner',
    repository: 'Repository',
    notAsItWas: 'Was nicht ankam, wie es war',
    allAsItWas: 'Alles kam an, wie es war.',
    warning: 'Bitte ansehen',
    info: 'Zur Information',
    examples: 'Beispiele',
    checks: 'Prüfungen',
    columns: ['Von', 'Was', 'Quelle', 'Repository'],
    equal: 'gleich',
    different: 'abweichend',
    parts: { complete: 'Vollständig', equal: 'Gleich', people: 'Personen' },
    states: { green: 'gut', amber: 'bitte ansehen', red: 'falsch' },
    outside: 'Außerhalb aller Branches',
    outsideRevisions: (revisions, first, last) =>
      revisions === 1 ? `1 Revision, r${first}` : `${number(revisions)} Revisionen, r${first} bis r${last}`,
    excluded: 'bewusst weggelassen',
    notInGit: 'nicht in Git',
    update: 'Was mit dieser Aktualisierung kam',
    newRevisions: (revisions, since) =>
      revisions === 1 ? `1 neue Revision seit ${since}.` : `${number(revisions)} neue Revisionen seit ${since}.`,
    newRef: 'neu',
    goneRef: 'weg',
    newCommits: (commits) => (commits === 1 ? '1 neuer Commit' : `${number(commits)} neue Commits`),
    earlier: {
      verified: (checks) => `Geprüft: ${checked(checks)}.`,
      differ: (failed, checks) =>
        `${number(failed)} von ${number(checks)} Prüfungen ${failed === 1 ? 'weicht' : 'weichen'} ab. Sehen Sie sie an, bevor Sie dieses Repository verwenden.`,
      movedOn: (checks) => `${checked(checks)}, aber mit dem vorher Abgerufenen: Die Quelle ist seither weiter.`,
      notReached: (checks) => `${checked(checks)}, aber mit dem vorher Abgerufenen: Die Quelle hat nicht geantwortet.`,
    },
  };
}
