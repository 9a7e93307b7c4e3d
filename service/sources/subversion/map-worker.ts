/** The worker thread of mapping. */

import { pathBytes } from '../../git/names/bytes.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Identity, Layout } from '../../vocabulary/history.ts';
import { LayoutMatcher } from '../folders/layout/matcher.ts';
import { type MapProgress, mapFolders } from '../folders/mapping/map-folders.ts';
import { authorKey, authorName, defaultIdentity } from '../folders/revision-text.ts';
import type { MapResult } from '../source.ts';
import { SubversionDialect } from './mapping/subversion-dialect.ts';

export interface MapInput {
  /** Folder `imports/<id>`. */
  folder: string;
  layout: Layout;
  /** Folder of the project that a person chose; '' when everything was meant. */
  chosenRoot: string;
  identities: Map<string, Identity>;
}

export type MapMessage = MapProgress;

serveJob<MapInput, MapResult, MapMessage>(({ folder, layout, chosenRoot, identities }, post, signal) =>
  mapFolders(
    {
      folder,
      layout,
      matcher: new LayoutMatcher(layout),
      chosenRoot: pathBytes(chosenRoot),
      authorId: (uuid) => (revision) => authorKey(authorName(revision.a), uuid),
      people: (uuid) => (revision) => ({ author: defaultIdentity(authorName(revision.a), uuid) }),
      dialect: ({ uuid, facts, rewriter }) => new SubversionDialect({ uuid, identities, facts, rewriter }),
    },
    post,
    signal,
  ),
);
