/** The worker thread of mapping. */

import { join } from 'node:path';
import { serveJob } from '../../processes/workers.ts';
import type { Identity, Layout } from '../../vocabulary/history.ts';
import { type MapProgress, mapFolders } from '../folders/mapping/map-folders.ts';
import type { NamedRevision } from '../folders/mapping/mapped-refs.ts';
import type { MapResult } from '../source.ts';
import { BranchMatcher } from './mapping/matcher.ts';
import { TfvcDialect } from './mapping/tfvc-dialect.ts';
import { treePath } from './paths.ts';
import { defaultIdentity, personKey } from './people.ts';
import { readTfvcCheckpoint } from './raw/checkpoint.ts';
import { authorOf, committerOf, type JournalChangeset } from './raw/journal-line.ts';
import { readServerFacts } from './raw/server-facts.ts';

export interface MapInput {
  /** Folder `imports/<id>`. */
  folder: string;
  layout: Layout;
  identities: Map<string, Identity>;
  withoutLabels: boolean;
}

export type MapMessage = MapProgress;

serveJob<MapInput, MapResult, MapMessage>(({ folder, layout, identities, withoutLabels }, post, signal) => {
  const matcher = new BranchMatcher(layout);
  return mapFolders<JournalChangeset>(
    {
      folder,
      layout,
      matcher,
      chosenRoot: '',
      people: (uuid) => (changeset) => {
        const committer = committerOf(changeset);
        return {
          author: defaultIdentity(authorOf(changeset), uuid),
          ...(committer === null ? {} : { committer: defaultIdentity(committer, uuid) }),
        };
      },
      dialect: (rooms) => new TfvcDialect(rooms, matcher, identities),
      named: withoutLabels ? [] : labelsOf(join(folder, 'fetch'), identities),
    },
    post,
    signal,
  );
});

/** The labels that name whole branches, as tags; the oldest first, so that it keeps its name. */
function labelsOf(fetched: string, identities: ReadonlyMap<string, Identity>): NamedRevision[] {
  const uuid = readTfvcCheckpoint(fetched)?.uuid ?? '';
  return readServerFacts(fetched)
    .labels.flatMap(({ label, whole }) => {
      if (whole === null) return [];
      const { name, description, modified, owner } = label;
      const time = Date.parse(modified);
      return {
        name,
        path: treePath(whole.path),
        revision: whole.changeset,
        tagger: identities.get(personKey(owner)) ?? defaultIdentity(owner, uuid),
        seconds: Number.isNaN(time) ? 0 : Math.max(0, Math.floor(time / 1000)),
        message: `${description === '' ? name : description.replace(/\r\n?/g, '\n').replaceAll('\0', '')}\n`,
      };
    })
    .sort((a, b) => a.seconds - b.seconds);
}
