/** A Team Foundation project that changes by chance: changesets of every kind, branches, and labels that come, move and go. */
import { MODERN } from '../sources/tfvc/testing/json.ts';
import { RandomHistory } from '../sources/tfvc/testing/random-history.ts';
import { TfvcServer } from '../sources/tfvc/testing/server.ts';
import type { ChangingSource } from './changing-sources.ts';
import { random } from './random.ts';

const PROJECT = 'Fabrikam Fiber';
const CHANGESETS = 50;
/** Servers differ in what they list. */
const STYLES = [{}, { listsChildren: false }, { listsRenameSources: false }, { sendsHashes: false }];

/** The same seed makes the same changes. */
export async function changingTfvc(_folder: string, seed: number): Promise<ChangingSource> {
  const next = random(seed + 300);
  const history = new RandomHistory(seed);
  const { model } = history;
  const style = { ...MODERN, ...STYLES[seed % STYLES.length] };
  const server = await TfvcServer.start(model, { style });
  const done: string[] = [];
  let made = 0;
  const changeLabel = () => {
    const branches = model.branches.filter(({ deleted }) => !deleted);
    const at = branches[Math.floor(next() * branches.length)];
    const known = model.labels[Math.floor(next() * model.labels.length)];
    if (known !== undefined && next() < 0.4) {
      model.labels.splice(model.labels.indexOf(known), 1);
      done.push(`label ${known.name} deleted`);
    } else if (at !== undefined) {
      const name = known !== undefined && next() < 0.4 ? known.name : `Release ${model.labels.length}`;
      const version = Math.max(1, model.youngest - Math.floor(next() * 5));
      if (model.below(at.path, version).length === 0) return;
      const label = model.labelFolder(name, at.path, version);
      // Made after the newest changeset, and before the next.
      const newest = Date.parse(model.changesets[model.youngest - 1]?.date ?? '');
      label.modified = new Date(newest + ++made).toISOString();
      label.id = 2800 + made;
      if (known?.name === name) {
        model.labels.pop();
        Object.assign(known, { ...label, id: known.id });
      }
      done.push(`label ${name} at ${at.path} of ${version}`);
    }
  };
  const change = () => {
    if (model.youngest >= CHANGESETS) return false;
    if (model.youngest > 4 && next() < 0.25) changeLabel();
    else {
      history.grow(Math.min(CHANGESETS, model.youngest + 1 + Math.floor(next() * 5)));
      done.push(`C${model.youngest}`);
    }
    return true;
  };
  return { vcs: 'tfvc', url: server.url, more: { tfvc_project: PROJECT }, done, change, end: () => server.stop() };
}
