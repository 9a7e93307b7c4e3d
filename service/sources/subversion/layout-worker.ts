/** The worker thread that looks for the layout of one project in what was fetched. */
import { join } from 'node:path';
import { serveJob } from '../../processes/workers.ts';
import type { Layout } from '../../vocabulary/history.ts';
import { LayoutDetector } from '../folders/layout/layout-detector.ts';
import { openFetched } from '../folders/raw/fetched.ts';

export interface LayoutInput {
  /** Folder `imports/<id>`. */
  folder: string;
  /** Folder of the project. */
  root: string;
}

serveJob<LayoutInput, Layout>(async ({ folder, root }) => {
  const fetched = openFetched(join(folder, 'fetch'));
  try {
    const detector = new LayoutDetector(fetched, root);
    for (const revision of fetched.journal()) detector.add(revision);
    return detector.layout(() => fetched.journal());
  } finally {
    fetched.close();
  }
});
